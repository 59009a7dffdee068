import { setTimeout as delay } from 'node:timers/promises';
import { LoggerFactory } from '@toolwright/core';
import type * as McpSchema from '../sdk/McpSchema.js';
import type { RawResult } from './call/anyResult.js';
import { describeError } from './call/describeError.js';
import type { McpRequestOptions } from './call/McpRequestOptions.js';
import { RequestSender } from './call/RequestSender.js';
import type { McpClientEvent } from './event/McpClientEvent.js';
import { McpTransportException } from './exception/McpTransportException.js';
import { announceList } from './handler/announceList.js';
import { ListChangeWatch } from './handler/ListChangeWatch.js';
import { NotificationGate } from './handler/NotificationGate.js';
import { ServerRequestBudget } from './handler/ServerRequestBudget.js';
import { advertisedCapabilities } from './advertisedCapabilities.js';
import { FollowedResources } from './FollowedResources.js';
import { McpClientBuilder } from './McpClientBuilder.js';
import type { McpClientSettings } from './McpClientSettings.js';
import { McpConnection } from './McpConnection.js';
import { McpConnectionInfo } from './McpConnectionInfo.js';
import { McpOperations, type McpToolCall } from './McpOperations.js';
import { McpSession } from './McpSession.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/**
 * One connection to an MCP server. Nothing is started or sent before the first use; a connection that broke is opened
 * again at the next use. Safe for concurrent use.
 *
 * Requests reject with the SDK's `ProtocolError` when the server answers with an error, with
 * {@link McpConnectionException} when it cannot be reached, with {@link McpTransportException} when no usable answer
 * came, and with the reason of the signal when that fired.
 */
export class McpClient extends McpOperations {
  readonly #settings: McpClientSettings;
  readonly #connection: McpConnection;
  readonly #gate: NotificationGate;
  readonly #budget: ServerRequestBudget;
  readonly #changes: ListChangeWatch;
  readonly #invalidations = new Set<() => void>();
  readonly #sender: RequestSender;
  readonly #followed: FollowedResources;
  readonly #clientInfo: McpSchema.Implementation;
  readonly #capabilities: McpSchema.ClientCapabilities;
  #roots: readonly McpSchema.Root[] | undefined;
  #initializeResult: McpSchema.InitializeResult | null = null;
  #info: McpConnectionInfo | undefined;
  #running = 0;
  #closed: Promise<void> | undefined;

  /** @internal use {@link McpClient.builder} */
  constructor(settings: McpClientSettings) {
    super();
    this.#settings = settings;
    const { name, clientName, clientVersion, requestTimeout } = settings;
    this.#clientInfo = { name: `${clientName} - ${name}`, version: clientVersion, title: name };
    this.#capabilities = advertisedCapabilities(settings);
    this.#roots = settings.roots;
    this.#gate = new NotificationGate(name);
    this.#budget = new ServerRequestBudget(settings.maxServerRequestsPerCall);
    this.#changes = new ListChangeWatch((list) => announceList(this, list));
    this.#connection = new McpConnection(name, (signal) => this.#open(signal), settings.reconnect, requestTimeout);
    this.#sender = new RequestSender(settings, this.#connection);
    this.#followed = new FollowedResources(settings);
  }

  /** @param name the name of the connection */
  static builder(name: string): McpClientBuilder {
    return new McpClientBuilder(name, (settings) => new McpClient(settings));
  }

  override get name(): string {
    return this.#settings.name;
  }

  /** @internal */
  get settings(): McpClientSettings {
    return this.#settings;
  }

  /** @internal Whether {@link close} was called. */
  get closed(): boolean {
    return this.#closed !== undefined;
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
  override async initialize(options: McpRequestOptions = {}): Promise<McpSchema.InitializeResult> {
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

  /** @internal Makes those who keep lists of tools read them anew. */
  invalidateTools(): void {
    for (const listener of this.#invalidations) listener();
  }

  override async callTool(call: McpToolCall, options: McpRequestOptions = {}): Promise<McpSchema.CallToolResult> {
    this.#budget.callStarts();
    try {
      return await super.callTool(call, options);
    } finally {
      this.#budget.callEnds();
    }
  }

  /**
   * Asks the server to tell the handlers of updates when this resource changes. A connection that is opened again asks
   * for it again; changes while it was broken are not told.
   */
  async subscribeResource(uri: string, options: McpRequestOptions = {}): Promise<void> {
    await this.request('resources/subscribe', { uri }, options);
    this.#followed.add(uri);
  }

  /** Ends {@link subscribeResource}. */
  async unsubscribeResource(uri: string, options: McpRequestOptions = {}): Promise<void> {
    this.#followed.delete(uri);
    await this.request('resources/unsubscribe', { uri }, options);
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

  override async request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    options: McpRequestOptions = {},
  ): Promise<RawResult> {
    if (this.#closed) throw new McpTransportException(this.name, `MCP connection '${this.name}' is closed`);
    this.#running += 1;
    try {
      return await this.#sender.send(method, params, options);
    } finally {
      this.#running -= 1;
    }
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
        onProgress: (token) => this.#sender.progressed(token),
        onListChanged: (kind) => {
          if (kind === 'tools') this.invalidateTools();
          this.#changes.note(kind);
        },
      },
      (lost) => {
        this.#connection.drop(lost);
        this.invalidateTools();
      },
      signal,
    );
    if (this.#initializeResult) this.invalidateTools();
    this.#initializeResult = session.initializeResult;
    this.#info = undefined;
    await this.#followed.followAgain(session);
    return session;
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

/** Milliseconds between looks at whether calls still run while the connection closes. */
const DRAIN_INTERVAL = 10;
