import { setTimeout as delay } from 'node:timers/promises';
import { LoggerFactory } from '@toolwright/core';
import type * as McpSchema from '../sdk/McpSchema.js';
import { anyResult, type RawResult } from './call/anyResult.js';
import { describeError } from './call/describeError.js';
import type { McpRequestOptions } from './call/McpRequestOptions.js';
import { readPages } from './call/readPages.js';
import { requestFault } from './call/requestFault.js';
import { MAX_TIMER, RequestTimer } from './call/RequestTimer.js';
import { McpToolsChangedEvent, type McpClientEvent } from './event/McpClientEvent.js';
import { McpTransportException } from './exception/McpTransportException.js';
import { runAll } from './handler/installHandlers.js';
import { NotificationGate } from './handler/NotificationGate.js';
import { ServerRequestBudget } from './handler/ServerRequestBudget.js';
import { McpClientBuilder } from './McpClientBuilder.js';
import type { McpClientSettings } from './McpClientSettings.js';
import { McpConnection } from './McpConnection.js';
import { McpConnectionInfo } from './McpConnectionInfo.js';
import { McpSession } from './McpSession.js';
import { ListChangeWatch } from './handler/ListChangeWatch.js';
import { toTools } from './tool/toTools.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** What a call of a remote tool consists of. */
export interface McpToolCall {
  /** The name on the server. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * One connection to an MCP server. Nothing is started or sent before the first use; a connection that broke is opened
 * again at the next use. Safe for concurrent use.
 *
 * Requests reject with the SDK's `ProtocolError` when the server answers with an error, with
 * {@link McpConnectionException} when it cannot be reached, with {@link McpTransportException} when no usable answer
 * came, and with the reason of the signal when that fired.
 */
export class McpClient {
  readonly #settings: McpClientSettings;
  readonly #connection: McpConnection;
  readonly #gate: NotificationGate;
  readonly #budget: ServerRequestBudget;
  readonly #changes: ListChangeWatch;
  readonly #invalidations = new Set<() => void>();
  readonly #timers = new Map<McpSchema.ProgressToken, RequestTimer>();
  readonly #clientInfo: McpSchema.Implementation;
  readonly #capabilities: McpSchema.ClientCapabilities;
  #roots: readonly McpSchema.Root[] | undefined;
  #initializeResult: McpSchema.InitializeResult | null = null;
  #info: McpConnectionInfo | undefined;
  #running = 0;
  #tokens = 0;
  #closed: Promise<void> | undefined;

  /** @internal use {@link McpClient.builder} */
  constructor(settings: McpClientSettings) {
    this.#settings = settings;
    const { name, clientName, clientVersion, requestTimeout } = settings;
    this.#clientInfo = { name: `${clientName} - ${name}`, version: clientVersion, title: name };
    this.#capabilities = capabilitiesOf(settings);
    this.#roots = settings.roots;
    this.#gate = new NotificationGate(name);
    this.#budget = new ServerRequestBudget(settings.maxServerRequestsPerCall);
    this.#changes = new ListChangeWatch((kind) => this.#relist(kind));
    this.#connection = new McpConnection(name, (signal) => this.#open(signal), settings.reconnect, requestTimeout);
  }

  /** @param name the name of the connection */
  static builder(name: string): McpClientBuilder {
    return new McpClientBuilder(name, (settings) => new McpClient(settings));
  }

  /** The name of the connection. */
  get name(): string {
    return this.#settings.name;
  }

  /** @internal */
  get settings(): McpClientSettings {
    return this.#settings;
  }

  /** Whether the connection is open. */
  get initialized(): boolean {
    return this.#connection.current !== undefined;
  }

  /** Both ends of the connection; `initializeResult` is null before the first handshake. */
  get connectionInfo(): McpConnectionInfo {
    this.#info ??= McpConnectionInfo.builder()
      .clientCapabilities(this.#capabilities)
      .clientInfo(this.#clientInfo)
      .initializeResult(this.#initializeResult)
      .build();
    return this.#info;
  }

  /** How many notifications were dropped because the server sent too many (MX-15). */
  get droppedNotifications(): number {
    return this.#gate.dropped;
  }

  /**
   * Opens the connection unless it is open.
   *
   * @throws {McpConnectionException} `Failed to initialize MCP connection '<name>': …`
   */
  async initialize(options: McpRequestOptions = {}): Promise<McpSchema.InitializeResult> {
    return (await this.#connection.session(options)).initializeResult;
  }

  /**
   * Calls `listener` whenever what the server lists may have changed, the connection broke, or was opened again.
   *
   * @returns ends that
   */
  onToolsInvalidated(listener: () => void): () => void {
    this.#invalidations.add(listener);
    return () => this.#invalidations.delete(listener);
  }

  /**
   * All tools of the server, all pages; none if it has no tools (MP-16).
   *
   * @throws {McpToolListingException} if the server pages without end
   */
  async listTools(
    options: McpRequestOptions & { readonly maxTools?: number } = {},
  ): Promise<readonly McpSchema.Tool[]> {
    const { capabilities } = await this.initialize(options);
    if (capabilities.tools === undefined) return [];
    const items = await this.#list('tools/list', 'tools', options, options.maxTools ?? DEFAULT_MAX_TOOLS);
    return toTools(this.name, items);
  }

  /** Runs a tool; the content of the result is not checked. */
  async callTool(call: McpToolCall, options: McpRequestOptions = {}): Promise<McpSchema.CallToolResult> {
    this.#budget.callStarts();
    try {
      const { name, meta } = call;
      const params = { name, arguments: call.arguments, ...(meta && { _meta: meta }) };
      const result = await this.request('tools/call', params, options);
      const { content = [], ...rest } = result;
      if (!Array.isArray(content)) {
        throw new McpTransportException(this.name, `Tool '${name}' answered without a list of content`);
      }
      return { ...rest, content: content as McpSchema.ContentBlock[] };
    } finally {
      this.#budget.callEnds();
    }
  }

  /** All resources of the server. */
  async listResources(options: McpRequestOptions = {}): Promise<readonly McpSchema.Resource[]> {
    return (await this.#list('resources/list', 'resources', options)) as readonly McpSchema.Resource[];
  }

  /** All templates of resources. */
  async listResourceTemplates(options: McpRequestOptions = {}): Promise<readonly McpSchema.ResourceTemplate[]> {
    const templates = await this.#list('resources/templates/list', 'resourceTemplates', options);
    return templates as readonly McpSchema.ResourceTemplate[];
  }

  async readResource(uri: string, options: McpRequestOptions = {}): Promise<McpSchema.ReadResourceResult> {
    return (await this.request('resources/read', { uri }, options)) as McpSchema.ReadResourceResult;
  }

  async subscribeResource(uri: string, options: McpRequestOptions = {}): Promise<void> {
    await this.request('resources/subscribe', { uri }, options);
  }

  async unsubscribeResource(uri: string, options: McpRequestOptions = {}): Promise<void> {
    await this.request('resources/unsubscribe', { uri }, options);
  }

  /** All prompts of the server. */
  async listPrompts(options: McpRequestOptions = {}): Promise<readonly McpSchema.Prompt[]> {
    return (await this.#list('prompts/list', 'prompts', options)) as readonly McpSchema.Prompt[];
  }

  /** A prompt with its arguments filled in. */
  async getPrompt(
    name: string,
    promptArguments: Readonly<Record<string, string>> = {},
    options: McpRequestOptions = {},
  ): Promise<McpSchema.GetPromptResult> {
    const result = await this.request('prompts/get', { name, arguments: promptArguments }, options);
    return result as McpSchema.GetPromptResult;
  }

  /** Suggestions for an argument of a prompt or template. */
  async complete(
    params: McpSchema.CompleteRequest['params'],
    options: McpRequestOptions = {},
  ): Promise<McpSchema.CompleteResult> {
    return (await this.request('completion/complete', params, options)) as unknown as McpSchema.CompleteResult;
  }

  /** Asks the server to send log messages of this level and above. */
  async setLoggingLevel(level: McpSchema.LoggingLevel, options: McpRequestOptions = {}): Promise<void> {
    await this.request('logging/setLevel', { level }, options);
  }

  async ping(options: McpRequestOptions = {}): Promise<void> {
    await this.request('ping', undefined, options);
  }

  /** Replaces the roots, and tells the server unless `root-change-notification` is off (MC-20). */
  async setRoots(roots: readonly McpSchema.Root[]): Promise<void> {
    this.#roots = [...roots];
    if (!this.#settings.rootChangeNotification) return;
    await this.#connection.current?.client.notification({ method: 'notifications/roots/list_changed' });
  }

  /**
   * Ends the connection for good: waits for running calls as long as a request may take, then fails them (PX-09). Never
   * rejects; further calls do nothing.
   */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /**
   * Sends a request.
   *
   * @returns the result as the server sent it
   */
  async request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    options: McpRequestOptions = {},
  ): Promise<RawResult> {
    this.#running += 1;
    try {
      return await this.#attempt(method, params, options, true);
    } finally {
      this.#running -= 1;
    }
  }

  async #attempt(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    options: McpRequestOptions,
    mayRepeat: boolean,
  ): Promise<RawResult> {
    if (this.#closed) throw new McpTransportException(this.name, `MCP connection '${this.name}' is closed`);
    const session = await this.#connection.session(options);
    try {
      return await this.#send(session, method, params, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      const fault = requestFault(error, error instanceof session.sdk.ProtocolError);
      if (fault === 'answered') throw error;
      if (fault !== 'failed') this.#connection.drop(session);
      // A server that does not know the session has executed nothing (MX-12).
      const repeat = fault === 'session-lost' || (fault === 'closed' && options.replay === true);
      if (repeat && mayRepeat) return this.#attempt(method, params, options, false);
      throw new McpTransportException(this.name, session.redactor.redact(describeError(error)), { cause: error });
    }
  }

  async #send(
    session: McpSession,
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    options: McpRequestOptions,
  ): Promise<RawResult> {
    const { resetTimeoutOnProgress, maxTotalTimeout, requestTimeout } = this.#settings;
    const timeout = Math.min(options.timeout ?? requestTimeout, MAX_TIMER);
    const { signal } = options;
    if (!resetTimeoutOnProgress) {
      return session.client.request({ method, ...(params && { params }) }, anyResult, {
        timeout,
        ...(signal && { signal }),
      });
    }
    const { SdkError, SdkErrorCode } = session.sdk;
    const timer = new RequestTimer(
      timeout,
      () => new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out', { timeout }),
    );
    const meta = (params?.['_meta'] ?? {}) as Readonly<Record<string, unknown>>;
    const token = (meta['progressToken'] ?? `toolwright-${(this.#tokens += 1)}`) as McpSchema.ProgressToken;
    this.#timers.set(token, timer);
    try {
      const request = { method, params: { ...params, _meta: { ...meta, progressToken: token } } };
      return await session.client.request(request, anyResult, {
        timeout: Math.min(maxTotalTimeout ?? MAX_TIMER, MAX_TIMER),
        signal: signal ? AbortSignal.any([signal, timer.signal]) : timer.signal,
      });
    } finally {
      this.#timers.delete(token);
      timer.stop();
    }
  }

  async #list(
    method: string,
    key: string,
    options: McpRequestOptions,
    maxItems = DEFAULT_MAX_TOOLS,
  ): Promise<readonly unknown[]> {
    const readPage = (cursor: string | undefined): Promise<RawResult> =>
      this.request(method, cursor === undefined ? undefined : { cursor }, options);
    return readPages(this.name, key, readPage, maxItems);
  }

  async #open(signal: AbortSignal): Promise<McpSession> {
    const session = await McpSession.open(
      this.#settings,
      { clientInfo: this.#clientInfo, capabilities: this.#capabilities },
      {
        connectionName: this.name,
        handlers: this.#settings.handlers,
        gate: this.#gate,
        budget: this.#budget,
        roots: this.#settings.roots && (() => this.#roots ?? []),
        onProgress: (token) => this.#timers.get(token)?.restart(),
        onListChanged: (kind) => {
          if (kind === 'tools') this.#invalidate();
          this.#changes.note(kind);
        },
      },
      (lost) => {
        this.#connection.drop(lost);
        this.#invalidate();
      },
      signal,
    );
    if (this.#initializeResult) this.#invalidate();
    this.#initializeResult = session.initializeResult;
    this.#info = undefined;
    return session;
  }

  #invalidate(): void {
    for (const listener of this.#invalidations) listener();
  }

  /** Hands the complete new list to those who asked for it, after caches were invalidated (MA-17). */
  async #relist(kind: 'tools' | 'resources' | 'prompts'): Promise<void> {
    const { handlers, listeners } = this.#settings;
    try {
      if (kind === 'tools' && (listeners.length > 0 || handlers.toolListChanged.length > 0)) {
        const tools = await this.listTools();
        this.publish(new McpToolsChangedEvent(this.name, tools));
        runAll('tool list change', this.name, handlers.toolListChanged, tools);
      } else if (kind === 'resources' && handlers.resourceListChanged.length > 0) {
        runAll('resource list change', this.name, handlers.resourceListChanged, await this.listResources());
      } else if (kind === 'prompts' && handlers.promptListChanged.length > 0) {
        runAll('prompt list change', this.name, handlers.promptListChanged, await this.listPrompts());
      }
    } catch (error) {
      if (!this.#closed) {
        logger.warn(`MCP connection '${this.name}' could not list its ${kind} after a change: ${describeError(error)}`);
      }
    }
  }

  /** @internal Tells the listeners of events. */
  publish(event: McpClientEvent): void {
    for (const listener of this.#settings.listeners) {
      try {
        listener.onEvent(event);
      } catch (error) {
        logger.error(`A listener of MCP client events failed: ${describeError(error)}`);
      }
    }
  }

  async #close(): Promise<void> {
    this.#changes.stop();
    const deadline = performance.now() + this.#settings.requestTimeout;
    while (this.#running > 0 && this.initialized && performance.now() < deadline) await delay(DRAIN_INTERVAL);
    await this.#connection.close();
  }
}

const DEFAULT_MAX_TOOLS = 1000;
/** Milliseconds between looks at whether calls still run while the connection closes. */
const DRAIN_INTERVAL = 10;

function capabilitiesOf({ handlers, roots, rootChangeNotification }: McpClientSettings): McpSchema.ClientCapabilities {
  return {
    ...(handlers.sampling && { sampling: {} }),
    ...(handlers.elicitation && {
      elicitation: { form: { applyDefaults: true }, ...(handlers.elicitationUrlMode === true && { url: {} }) },
    }),
    ...(roots && { roots: { listChanged: rootChangeNotification } }),
  };
}
