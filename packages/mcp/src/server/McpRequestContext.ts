import { LoggerFactory, requireArgument, requireState, requireText } from '@toolwright/core';
import { INJECT_PARAMETER, JsonSchemaGenerator, type ToolContext, type TypeSpec } from '@toolwright/tools';
import type * as McpSchema from '../sdk/McpSchema.js';
import type { SdkServer, ServerContext } from '../sdk/serverSdkTypes.js';
import { exchangeOf } from './exchangeOf.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.server');

/** What a progress notification says. */
export interface ProgressSpec {
  /** Default 0. */
  readonly progress?: number;
  /** Default 1. */
  readonly total?: number;
  /** Progress as a number of 100, instead of `progress` and `total`. */
  readonly percentage?: number;
  readonly message?: string;
}

/** What a log message says. */
export interface LoggingSpec {
  /** Default `info`. */
  readonly level?: McpSchema.LoggingLevel;
  readonly message: string;
  readonly logger?: string;
}

/** What a user answered; content only if the answer is `accept`. */
export interface ElicitationResult {
  readonly action: McpSchema.ElicitResult['action'];
  readonly structuredContent: Readonly<Record<string, unknown>> | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** What a request context is made from. */
interface McpRequestContextParts {
  readonly server: SdkServer;
  readonly context: ServerContext;
  /** The request as it came. */
  readonly request: object;
  /** What the application took from the HTTP request; empty without an extractor. */
  readonly transportContext: Readonly<Record<string, unknown>>;
  /** Milliseconds that a request to the client may take. */
  readonly requestTimeout: number;
}

/**
 * The request that a method of a server runs for, and the way back to its client. As the type of a parameter it is
 * injected and is not part of the schema.
 */
export class McpRequestContext {
  readonly #parts: McpRequestContextParts;

  /** @internal */
  constructor(parts: McpRequestContextParts) {
    this.#parts = parts;
  }

  static [INJECT_PARAMETER](context: ToolContext): McpRequestContext {
    return exchangeOf(context);
  }

  /** The request as it came, such as a `CallToolRequest`. */
  get request(): object {
    return this.#parts.request;
  }

  get sessionId(): string | undefined {
    return this.#parts.context.sessionId;
  }

  get clientInfo(): McpSchema.Implementation | undefined {
    return clientOf(this.#parts.server).info;
  }

  get clientCapabilities(): McpSchema.ClientCapabilities {
    return clientOf(this.#parts.server).capabilities ?? {};
  }

  /** `_meta` of the request; empty if it has none. */
  get requestMeta(): Readonly<Record<string, unknown>> {
    return this.#parts.context.mcpReq._meta ?? {};
  }

  /** What the application took from the HTTP request, the principal included. */
  get transportContext(): Readonly<Record<string, unknown>> {
    return this.#parts.transportContext;
  }

  /** Fires when the client cancels the request, or when its session ends. */
  get signal(): AbortSignal {
    return this.#parts.context.mcpReq.signal;
  }

  get elicitEnabled(): boolean {
    return this.clientCapabilities.elicitation !== undefined;
  }

  get sampleEnabled(): boolean {
    return this.clientCapabilities.sampling !== undefined;
  }

  get rootsEnabled(): boolean {
    return this.clientCapabilities.roots !== undefined;
  }

  async ping(): Promise<void> {
    await this.#ask('ping', {});
  }

  /**
   * Tells the client how far the request is; nothing without a progress token, of which one warning tells.
   *
   * @param progress a percentage, 0 to 100, or all that a notification says
   * @throws {IllegalArgumentException} `Percentage must be between 0 and 100`
   */
  async progress(progress: number | ProgressSpec): Promise<void> {
    const spec = typeof progress === 'number' ? { percentage: progress } : progress;
    const { percentage, message } = spec;
    requireArgument(
      percentage === undefined || (percentage >= 0 && percentage <= 100),
      'Percentage must be between 0 and 100',
    );
    const { progressToken } = this.requestMeta;
    if (progressToken === undefined) {
      logger.warn('Progress notification not supported by the client: the request has no progress token.');
      return;
    }
    const params = {
      progressToken,
      progress: percentage === undefined ? (spec.progress ?? 0) : percentage / 100,
      total: spec.total ?? 1,
      ...(message !== undefined && { message }),
    };
    await this.#parts.context.mcpReq.notify({ method: 'notifications/progress', params });
  }

  debug(message: string): Promise<void> {
    return this.log({ level: 'debug', message });
  }

  info(message: string): Promise<void> {
    return this.log({ level: 'info', message });
  }

  warn(message: string): Promise<void> {
    return this.log({ level: 'warning', message });
  }

  error(message: string): Promise<void> {
    return this.log({ level: 'error', message });
  }

  /**
   * Sends a log message, unless the client asked for more severe ones only.
   *
   * @throws {IllegalArgumentException} `Log message must not be empty`
   */
  async log({ level = 'info', message, logger: name }: LoggingSpec): Promise<void> {
    requireText(message, 'Log message must not be empty');
    const { log } = this.#parts.context.mcpReq as { log: (...args: unknown[]) => Promise<void> };
    await log(level, message, name);
  }

  /**
   * Asks the user.
   *
   * @param request the request as it is sent, or the class of what the user is to fill in
   * @param message shown to the user, with a class; default `Please provide the required information.`
   * @throws {IllegalStateException} `Elicitation not supported by the client: …`
   */
  async elicit(
    request: McpSchema.ElicitRequest['params'] | TypeSpec,
    message = 'Please provide the required information.',
  ): Promise<ElicitationResult> {
    this.#require(this.elicitEnabled, 'Elicitation');
    const params = isElicitRequest(request)
      ? request
      : { mode: 'form' as const, message, requestedSchema: schemaOf(request) };
    const { action, content, _meta } = await this.#ask<McpSchema.ElicitResult>('elicitation/create', params);
    return { action, structuredContent: action === 'accept' ? content : undefined, meta: _meta };
  }

  /**
   * Lets a model of the client write.
   *
   * @param request the request as it is sent, or texts of the user; then at most 500 tokens are asked for
   * @throws {IllegalStateException} `Sampling not supported by the client: …`
   */
  async sample(
    request: McpSchema.CreateMessageRequest['params'] | string,
    ...texts: readonly string[]
  ): Promise<McpSchema.CreateMessageResult> {
    this.#require(this.sampleEnabled, 'Sampling');
    const params =
      typeof request === 'string'
        ? {
            messages: [request, ...texts].map((text) => ({ role: 'user', content: { type: 'text', text } })),
            maxTokens: 500,
            includeContext: 'none',
          }
        : request;
    const { progressToken } = this.requestMeta;
    const meta = progressToken === undefined ? undefined : { _meta: { progressToken } };
    return this.#ask<McpSchema.CreateMessageResult>('sampling/createMessage', { ...meta, ...params });
  }

  /**
   * What the client lets a server work on.
   *
   * @throws {IllegalStateException} `Roots not supported by the client: …`
   */
  async roots(): Promise<readonly McpSchema.Root[]> {
    this.#require(this.rootsEnabled, 'Roots');
    return (await this.#ask<McpSchema.ListRootsResult>('roots/list', {})).roots;
  }

  /** Closes the stream of the request, so that the client comes back for the rest later. Nothing over stdio. */
  closeSseStream(): void {
    this.#parts.context.http?.closeSSE?.();
  }

  #require(supported: boolean, what: string): void {
    requireState(supported, `${what} not supported by the client: ${this.clientInfo?.name ?? 'unknown'}`);
  }

  async #ask<T>(method: string, params: object): Promise<T> {
    const send = this.#parts.context.mcpReq.send as (
      request: { method: string; params: object },
      options: { timeout: number },
    ) => Promise<unknown>;
    return (await send({ method, params }, { timeout: this.#parts.requestTimeout })) as T;
  }
}

function clientOf(server: SdkServer): {
  readonly info: McpSchema.Implementation | undefined;
  readonly capabilities: McpSchema.ClientCapabilities | undefined;
} {
  /* eslint-disable @typescript-eslint/no-deprecated -- per-request client data exist in revision 2026-07-28 only */
  return { info: server.getClientVersion(), capabilities: server.getClientCapabilities() };
  /* eslint-enable @typescript-eslint/no-deprecated */
}

function isElicitRequest(request: unknown): request is McpSchema.ElicitRequest['params'] {
  return typeof request === 'object' && request !== null && 'message' in request;
}

function schemaOf(type: TypeSpec): McpSchema.ElicitRequest['params'] & object {
  const { $schema: _dialect, ...schema } = JSON.parse(JsonSchemaGenerator.generateForType(type)) as Record<
    string,
    unknown
  >;
  return schema as never;
}
