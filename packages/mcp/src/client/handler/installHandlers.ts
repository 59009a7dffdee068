import { LoggerFactory, type MaybePromise } from '@toolwright/core';
import type * as McpSchema from '../../sdk/McpSchema.js';
import type { Client } from '../../sdk/clientSdkTypes.js';
import { describeError } from '../call/describeError.js';
import type { McpClientHandlers, StructuredElicitResult } from './McpClientHandlers.js';
import type { NotificationGate } from './NotificationGate.js';
import type { ServerRequestBudget } from './ServerRequestBudget.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** What the handlers of a connection work with. */
export interface HandlerContext {
  readonly connectionName: string;
  readonly handlers: McpClientHandlers;
  readonly gate: NotificationGate;
  readonly budget: ServerRequestBudget;
  /** What this side allows the server to see; undefined if it advertises no roots. */
  readonly roots: (() => readonly McpSchema.Root[]) | undefined;
  /** Told of every progress, before the handlers. */
  readonly onProgress: (token: McpSchema.ProgressToken) => void;
  readonly onListChanged: (kind: 'tools' | 'resources' | 'prompts') => void;
}

/** Connects what a server sends and asks with the handlers of the application. */
export function installHandlers(client: Client, context: HandlerContext): void {
  const { connectionName, handlers, gate, onListChanged } = context;
  client.setNotificationHandler('notifications/progress', ({ params }) => {
    context.onProgress(params.progressToken);
    if (handlers.progress.length > 0 && gate.admit()) runAll('progress', connectionName, handlers.progress, params);
  });
  client.setNotificationHandler('notifications/message', ({ params }) => {
    if (handlers.logging.length > 0 && gate.admit()) runAll('logging', connectionName, handlers.logging, params);
  });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    const { resourceUpdated } = handlers;
    if (resourceUpdated.length > 0 && gate.admit()) runAll('resource update', connectionName, resourceUpdated, params);
  });
  client.setNotificationHandler('notifications/tools/list_changed', () => onListChanged('tools'));
  client.setNotificationHandler('notifications/resources/list_changed', () => onListChanged('resources'));
  client.setNotificationHandler('notifications/prompts/list_changed', () => onListChanged('prompts'));
  installRequestHandlers(client, context);
}

/** Runs handlers that must not disturb each other nor the connection (MA-12). */
export function runAll<T>(
  kind: string,
  connectionName: string,
  handlers: readonly ((argument: T) => MaybePromise<void>)[],
  argument: T,
): void {
  for (const handler of handlers) void run(kind, connectionName, handler, argument);
}

async function run<T>(
  kind: string,
  connectionName: string,
  handler: (argument: T) => MaybePromise<void>,
  argument: T,
): Promise<void> {
  try {
    await handler(argument);
  } catch (error) {
    logger.error(
      `Error invoking ${kind} consumer method: ${handler.name} (MCP connection '${connectionName}'): ${describeError(error)}`,
    );
  }
}

function installRequestHandlers(client: Client, context: HandlerContext): void {
  const { connectionName, handlers, roots, budget } = context;
  const { sampling, elicitation } = handlers;
  if (sampling) {
    client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) => {
      requireBudget(budget, 'sampling');
      return sampling({ ...params, connectionName }, mcpReq.signal);
    });
  }
  if (elicitation) {
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      requireBudget(budget, 'elicitation');
      return toElicitResult(await elicitation({ ...params, connectionName }, mcpReq.signal));
    });
  }
  if (roots) client.setRequestHandler('roots/list', () => ({ roots: [...roots()] }));
  client.fallbackRequestHandler = ({ method }) => {
    throw notSupported(method);
  };
}

/** An error that the SDK sends to the server with its code. */
class RequestRefusedError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

function notSupported(method: string): RequestRefusedError {
  for (const [name, capability] of [
    ['Sampling', 'sampling'],
    ['Elicitation', 'elicitation'],
    ['Roots', 'roots'],
  ] as const) {
    if (method.startsWith(`${capability}/`)) {
      return new RequestRefusedError(-32_601, `${name} not supported`, {
        reason: `Client does not have ${capability} capability`,
      });
    }
  }
  return new RequestRefusedError(-32_601, `Method not found: ${method}`);
}

function requireBudget(budget: ServerRequestBudget, what: string): void {
  if (!budget.take()) throw new RequestRefusedError(-32_600, `Too many ${what} requests during one call`);
}

function toElicitResult(result: McpSchema.ElicitResult | StructuredElicitResult): McpSchema.ElicitResult {
  const { structuredContent, meta, ...rest } = result as McpSchema.ElicitResult & StructuredElicitResult;
  const answer = {
    ...rest,
    ...(structuredContent && { content: structuredContent }),
    ...(meta && { _meta: meta }),
  } as McpSchema.ElicitResult;
  if (answer.action === 'accept') return answer;
  const { content: _content, ...declined } = answer;
  return declined;
}
