import { requireArgument, requireNonNull, requireText } from '@toolwright/core';
import type * as McpSchema from '../sdk/McpSchema.js';
import { McpClientEventListener, type McpClientEvent } from './event/McpClientEvent.js';
import type {
  McpClientHandlers,
  McpElicitationHandler,
  McpLoggingHandler,
  McpProgressHandler,
  McpResourceUpdateHandler,
  McpSamplingHandler,
} from './handler/McpClientHandlers.js';
import type { McpClient } from './McpClient.js';
import type { McpClientSettings, ReconnectDelays } from './McpClientSettings.js';
import type { ToolContextMetaPolicy } from './meta/ToolContextToMcpMetaConverter.js';
import { McpToolPins } from './tool/McpToolPins.js';
import { ToolNamePatterns } from './tool/ToolNamePatterns.js';
import type { McpTransportFactory } from './transport/McpTransportFactory.js';

/** Builds an {@link McpClient}. Customizers of an application get it before the connection is opened. */
export class McpClientBuilder {
  readonly #create: (settings: McpClientSettings) => McpClient;
  readonly #name: string;
  #clientName = 'toolwright-mcp-client';
  #clientVersion = '1.0.0';
  #transport: McpTransportFactory | undefined;
  #requestTimeout = 20_000;
  #resetTimeoutOnProgress = false;
  #maxTotalTimeout: number | undefined;
  #handlers: McpClientHandlers = NO_HANDLERS;
  #roots: readonly McpSchema.Root[] | undefined;
  #rootChangeNotification = true;
  #trusted = false;
  #toolNames = new ToolNamePatterns();
  #toolContextMeta: ToolContextMetaPolicy | undefined;
  #maxServerRequestsPerCall = 10;
  #pins: McpToolPins | undefined;
  #onDefinitionChange: 'warn' | 'block' = 'warn';
  #listeners: readonly McpClientEventListener[] = [];
  #reconnect: ReconnectDelays = { initial: 1000, factor: 1.5, max: 30_000 };
  #protocol: 'legacy' | 'auto' = 'legacy';

  /** @internal use `McpClient.builder` */
  constructor(name: string, create: (settings: McpClientSettings) => McpClient) {
    this.#name = requireText(name, 'Connection name must not be empty');
    this.#create = create;
  }

  /** How this side introduces itself; `<name> - <connection>` is sent. Default `toolwright-mcp-client`, `1.0.0`. */
  clientInfo(name: string, version: string): this {
    this.#clientName = requireText(name, 'Name must not be empty');
    this.#clientVersion = requireText(version, 'Version must not be empty');
    return this;
  }

  transport(transport: McpTransportFactory): this {
    this.#transport = requireNonNull(transport, 'Transport must not be null');
    return this;
  }

  /** Milliseconds that any request may take, the handshake included; default 20 s. */
  requestTimeout(milliseconds: number): this {
    requireArgument(milliseconds > 0, `requestTimeout must be above 0, but is ${milliseconds}`);
    this.#requestTimeout = milliseconds;
    return this;
  }

  /** Whether progress of a call starts its timeout anew; default false. */
  resetTimeoutOnProgress(reset: boolean): this {
    this.#resetTimeoutOnProgress = reset;
    return this;
  }

  /** Milliseconds that a call may take in spite of progress; default: no limit. */
  maxTotalTimeout(milliseconds: number | undefined): this {
    this.#maxTotalTimeout = milliseconds;
    return this;
  }

  /** Handlers of a registry, before those that are added one by one. */
  handlers(handlers: McpClientHandlers): this {
    this.#handlers = handlers;
    return this;
  }

  /** Adds a receiver of log messages. */
  loggingConsumer(handler: McpLoggingHandler): this {
    this.#handlers = { ...this.#handlers, logging: [...this.#handlers.logging, handler] };
    return this;
  }

  /** Adds a receiver of progress. */
  progressConsumer(handler: McpProgressHandler): this {
    this.#handlers = { ...this.#handlers, progress: [...this.#handlers.progress, handler] };
    return this;
  }

  /** Adds a receiver of the new list after the tools changed. */
  toolsChangeConsumer(handler: McpClientHandlers['toolListChanged'][number]): this {
    this.#handlers = { ...this.#handlers, toolListChanged: [...this.#handlers.toolListChanged, handler] };
    return this;
  }

  /** Adds a receiver of the new list after the resources changed. */
  resourcesChangeConsumer(handler: McpClientHandlers['resourceListChanged'][number]): this {
    this.#handlers = { ...this.#handlers, resourceListChanged: [...this.#handlers.resourceListChanged, handler] };
    return this;
  }

  /** Adds a receiver of the new list after the prompts changed. */
  promptsChangeConsumer(handler: McpClientHandlers['promptListChanged'][number]): this {
    this.#handlers = { ...this.#handlers, promptListChanged: [...this.#handlers.promptListChanged, handler] };
    return this;
  }

  /** Adds a receiver of changes of resources that were subscribed to. */
  resourcesUpdateConsumer(handler: McpResourceUpdateHandler): this {
    this.#handlers = { ...this.#handlers, resourceUpdated: [...this.#handlers.resourceUpdated, handler] };
    return this;
  }

  /** Lets the server ask a model; the capability is advertised. */
  sampling(handler: McpSamplingHandler): this {
    this.#handlers = { ...this.#handlers, sampling: handler };
    return this;
  }

  /**
   * Lets the server ask the user; the capability is advertised.
   *
   * @param options `urlMode`: whether the handler shows addresses to the user; default false
   */
  elicitation(handler: McpElicitationHandler, options: { readonly urlMode?: boolean } = {}): this {
    const elicitationUrlMode = options.urlMode ?? false;
    this.#handlers = { ...this.#handlers, elicitation: handler, elicitationUrlMode };
    return this;
  }

  /** What the server may work on; the capability is advertised. */
  roots(...roots: readonly McpSchema.Root[]): this {
    this.#roots = roots;
    return this;
  }

  /** Whether changes of the roots are sent; default true. */
  rootChangeNotification(notify: boolean): this {
    this.#rootChangeNotification = notify;
    return this;
  }

  /** Whether what the server says of its tools, such as `idempotentHint`, is believed; default false. */
  trusted(trusted: boolean): this {
    this.#trusted = trusted;
    return this;
  }

  /** Which tools may be used, by their names on the server, with `*` for any text; `exclude` wins. */
  toolNames(include: readonly string[], exclude: readonly string[] = []): this {
    this.#toolNames = new ToolNamePatterns(include, exclude);
    return this;
  }

  /** Which values of a tool context this server gets; default: all on this machine, none elsewhere. */
  toolContextMeta(policy: ToolContextMetaPolicy | undefined): this {
    this.#toolContextMeta = policy;
    return this;
  }

  /** How often the server may ask a model or the user during one call; default 10. */
  maxServerRequestsPerCall(max: number): this {
    requireArgument(max >= 0, `maxServerRequestsPerCall must be at least 0, but is ${max}`);
    this.#maxServerRequestsPerCall = max;
    return this;
  }

  /** Where fingerprints of tools are kept; default: in memory, for this connection. */
  pins(pins: McpToolPins): this {
    this.#pins = requireNonNull(pins, 'Pins must not be null');
    return this;
  }

  /** What happens with a tool that is no longer as it was: it is used with a warning (default), or withheld. */
  onDefinitionChange(reaction: 'warn' | 'block'): this {
    this.#onDefinitionChange = reaction;
    return this;
  }

  /** Adds a listener of events. */
  eventListener(listener: McpClientEventListener | ((event: McpClientEvent) => void)): this {
    const added = typeof listener === 'function' ? McpClientEventListener.of(listener) : listener;
    this.#listeners = [...this.#listeners, added];
    return this;
  }

  /** Waiting times before attempts to connect again; default 1 s, times 1.5, at most 30 s. */
  reconnectDelays(delays: ReconnectDelays): this {
    this.#reconnect = delays;
    return this;
  }

  /** `auto` asks the server for the stateless revision 2026-07-28 first; default `legacy`. */
  protocol(protocol: 'legacy' | 'auto'): this {
    this.#protocol = protocol;
    return this;
  }

  /** @throws {IllegalArgumentException} `Transport must not be null` */
  build(): McpClient {
    return this.#create(
      Object.freeze({
        name: this.#name,
        clientName: this.#clientName,
        clientVersion: this.#clientVersion,
        transport: requireNonNull(this.#transport, 'Transport must not be null'),
        requestTimeout: this.#requestTimeout,
        resetTimeoutOnProgress: this.#resetTimeoutOnProgress,
        maxTotalTimeout: this.#maxTotalTimeout,
        handlers: this.#handlers,
        roots: this.#roots,
        rootChangeNotification: this.#rootChangeNotification,
        trusted: this.#trusted,
        toolNames: this.#toolNames,
        toolContextMeta: this.#toolContextMeta,
        maxServerRequestsPerCall: this.#maxServerRequestsPerCall,
        pins: this.#pins ?? new McpToolPins(),
        onDefinitionChange: this.#onDefinitionChange,
        listeners: this.#listeners,
        reconnect: this.#reconnect,
        protocol: this.#protocol,
      }),
    );
  }
}

const NO_HANDLERS: McpClientHandlers = Object.freeze({
  logging: [],
  progress: [],
  toolListChanged: [],
  resourceListChanged: [],
  promptListChanged: [],
  resourceUpdated: [],
});
