import type * as McpSchema from '../sdk/McpSchema.js';
import type { McpClientEventListener } from './event/McpClientEvent.js';
import type { McpClientHandlers } from './handler/McpClientHandlers.js';
import type { ToolContextMetaPolicy } from './meta/ToolContextToMcpMetaConverter.js';
import type { McpToolPins } from './tool/McpToolPins.js';
import type { ToolNamePatterns } from './tool/ToolNamePatterns.js';
import type { McpTransportFactory } from './transport/McpTransportFactory.js';

/** How long to wait before the next attempt to connect, in milliseconds: `initial`, then times `factor`, at most `max`. */
export interface ReconnectDelays {
  readonly initial: number;
  readonly factor: number;
  readonly max: number;
}

/** Everything that a builder has collected for one connection. */
export interface McpClientSettings {
  readonly name: string;
  readonly clientName: string;
  readonly clientVersion: string;
  readonly transport: McpTransportFactory;
  readonly requestTimeout: number;
  readonly resetTimeoutOnProgress: boolean;
  readonly maxTotalTimeout: number | undefined;
  readonly handlers: McpClientHandlers;
  readonly roots: readonly McpSchema.Root[] | undefined;
  readonly rootChangeNotification: boolean;
  readonly trusted: boolean;
  readonly toolNames: ToolNamePatterns;
  readonly toolContextMeta: ToolContextMetaPolicy | undefined;
  readonly maxServerRequestsPerCall: number;
  readonly pins: McpToolPins;
  readonly onDefinitionChange: 'warn' | 'block';
  readonly listeners: readonly McpClientEventListener[];
  readonly reconnect: ReconnectDelays;
  readonly protocol: 'legacy' | 'auto';
}
