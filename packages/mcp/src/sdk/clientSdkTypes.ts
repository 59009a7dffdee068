/** Types of the SDK that the client side is written with; they cost nothing at run time. */
export type {
  Client,
  FetchLike,
  JSONRPCMessage,
  SSEClientTransportOptions,
  StandardSchemaV1,
  StreamableHTTPClientTransport,
  StreamableHTTPClientTransportOptions,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
