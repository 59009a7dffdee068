import type { MaybePromise } from '@toolwright/core';
import type * as McpSchema from '../../sdk/McpSchema.js';

/** What a server asks the application to let a model write, and the connection that asks. */
export type McpSamplingRequest = McpSchema.CreateMessageRequest['params'] & { readonly connectionName: string };

/** What a server asks the user for, and the connection that asks. */
export type McpElicitationRequest = McpSchema.ElicitRequest['params'] & { readonly connectionName: string };

/** An answer to an elicitation; `content` only for `accept`. */
export interface StructuredElicitResult {
  readonly action: McpSchema.ElicitResult['action'];
  readonly structuredContent?: object | null | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

export type McpLoggingHandler = (notification: McpSchema.LoggingMessageNotification['params']) => MaybePromise<void>;
export type McpProgressHandler = (notification: McpSchema.ProgressNotification['params']) => MaybePromise<void>;
export type McpResourceUpdateHandler = (
  notification: McpSchema.ResourceUpdatedNotification['params'],
) => MaybePromise<void>;
export type McpSamplingHandler = (
  request: McpSamplingRequest,
  signal: AbortSignal,
) => MaybePromise<McpSchema.CreateMessageResult>;
export type McpElicitationHandler = (
  request: McpElicitationRequest,
  signal: AbortSignal,
) => MaybePromise<McpSchema.ElicitResult | StructuredElicitResult>;

/** What an application does with messages of one connection. */
export interface McpClientHandlers {
  readonly logging: readonly McpLoggingHandler[];
  readonly progress: readonly McpProgressHandler[];
  /** Get the complete new list (MA-17). */
  readonly toolListChanged: readonly ((tools: readonly McpSchema.Tool[]) => MaybePromise<void>)[];
  readonly resourceListChanged: readonly ((resources: readonly McpSchema.Resource[]) => MaybePromise<void>)[];
  readonly promptListChanged: readonly ((prompts: readonly McpSchema.Prompt[]) => MaybePromise<void>)[];
  /** Are told of changes of resources that were subscribed to. */
  readonly resourceUpdated: readonly McpResourceUpdateHandler[];
  readonly sampling?: McpSamplingHandler | undefined;
  readonly elicitation?: McpElicitationHandler | undefined;
  /** Whether the elicitation handler shows addresses to the user (MA-16). */
  readonly elicitationUrlMode?: boolean | undefined;
}
