/* eslint-disable @typescript-eslint/no-deprecated -- the low-level server takes JSON Schema and leaves lists to us */
import type * as Sdk from '@modelcontextprotocol/server';

/** Types of the SDK that the server side is written with. */
export type SdkServer = Sdk.Server;
export type { EventStore, JSONRPCMessage, ServerContext } from '@modelcontextprotocol/server';
export type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
