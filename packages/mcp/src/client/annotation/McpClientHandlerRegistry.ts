import type { AbstractClassType, MaybePromise } from '@toolwright/core';
import type * as McpSchema from '../../sdk/McpSchema.js';
import type { McpClientHandlers } from '../handler/McpClientHandlers.js';
import { checkHandlerShape } from './checkHandlerShape.js';
import { HAS_HANDLERS, type HandlerKind, handlerMetadata, type McpElicitationOptions } from './handlerDecorators.js';
import { InvalidMcpHandlerException } from './InvalidMcpHandlerException.js';

/** An object whose methods may be handlers. It is asked for when a method is first called, so it may come later. */
export interface McpHandlerSource {
  /** How it is called in messages. */
  readonly name: string;
  readonly type: AbstractClassType;
  readonly instance: () => MaybePromise<object>;
}

/** One method that a decorator declares as handler. */
interface HandlerMethod {
  readonly kind: HandlerKind;
  readonly key: string;
  readonly source: McpHandlerSource;
  /** Empty for all connections. */
  readonly clients: readonly string[];
  readonly urlMode: boolean;
}

type Invoke = (...args: readonly unknown[]) => Promise<unknown>;

/** Finds the methods of an application that handle messages of MCP servers, by their decorators. */
export class McpClientHandlerRegistry {
  readonly #methods: readonly HandlerMethod[];

  /** @throws {InvalidMcpHandlerException} if a method does not take what its decorator gives */
  constructor(sources: readonly McpHandlerSource[]) {
    this.#methods = sources.flatMap(handlerMethods);
  }

  /** A registry over objects that exist. */
  static of(...objects: readonly object[]): McpClientHandlerRegistry {
    return new McpClientHandlerRegistry(
      objects.map((object) => ({
        name: object.constructor.name,
        type: object.constructor as AbstractClassType,
        instance: () => object,
      })),
    );
  }

  /**
   * @throws {InvalidMcpHandlerException} if a handler names a connection that does not exist, or a connection has two
   *   handlers for sampling or for elicitation
   */
  check(connectionNames: readonly string[]): void {
    for (const { clients, key, source } of this.#methods) {
      const unknown = clients.find((client) => !connectionNames.includes(client));
      if (unknown === undefined) continue;
      throw new InvalidMcpHandlerException(
        `Method '${key}' of ${source.type.name} names the MCP connection '${unknown}', which does not exist. ` +
          `Known connections: ${connectionNames.join(', ') || 'none'}.`,
      );
    }
    for (const name of connectionNames) {
      this.#single('sampling', name);
      this.#single('elicitation', name);
    }
  }

  /** The handlers of one connection. */
  handlersOf(connectionName: string): McpClientHandlers {
    const all = (kind: HandlerKind): readonly HandlerMethod[] =>
      this.#methods.filter((method) => method.kind === kind && serves(method, connectionName));
    const lists = <T>(kind: HandlerKind): ((items: readonly T[]) => Promise<void>)[] =>
      all(kind).map((method) => listHandler<T>(method));
    const sampling = this.#single('sampling', connectionName);
    const elicitation = this.#single('elicitation', connectionName);
    return {
      logging: all('logging').map(loggingHandler),
      progress: all('progress').map(progressHandler),
      toolListChanged: lists<McpSchema.Tool>('toolListChanged'),
      resourceListChanged: lists<McpSchema.Resource>('resourceListChanged'),
      promptListChanged: lists<McpSchema.Prompt>('promptListChanged'),
      resourceUpdated: all('resourceUpdated').map(updateHandler),
      sampling: sampling && ((request) => invoker(sampling)(request) as Promise<McpSchema.CreateMessageResult>),
      elicitation: elicitation && ((request) => invoker(elicitation)(request) as Promise<McpSchema.ElicitResult>),
      elicitationUrlMode: elicitation?.urlMode,
    };
  }

  #single(kind: 'sampling' | 'elicitation', connectionName: string): HandlerMethod | undefined {
    const methods = this.#methods.filter((method) => method.kind === kind && serves(method, connectionName));
    if (methods.length <= 1) return methods[0];
    const beans = [...new Set(methods.map(({ source }) => source.name))].join(', ');
    const annotation = kind === 'sampling' ? '@McpSampling' : '@McpElicitation';
    throw new InvalidMcpHandlerException(
      `Found ${methods.length} ${kind} handlers for client [${connectionName}], found in bean with names [${beans}]. ` +
        `Only one ${annotation} handler is allowed per client`,
    );
  }
}

/** Whether a class has methods that handle messages of servers. */
export function hasMcpHandlers(type: AbstractClassType): boolean {
  return HAS_HANDLERS.inherited(type.prototype as object) === true;
}

function handlerMethods(source: McpHandlerSource): readonly HandlerMethod[] {
  const prototype = source.type.prototype as object;
  const methods: HandlerMethod[] = [];
  for (const key of methodNames(source.type)) {
    for (const [kind, metadata] of Object.entries(handlerMetadata) as [
      HandlerKind,
      (typeof handlerMetadata)['logging'],
    ][]) {
      const options = metadata.inherited(prototype, key);
      if (options === undefined) continue;
      checkHandlerShape(kind, prototype, key, source.type.name);
      methods.push({ kind, key, source, clients: clientsOf(options), urlMode: options.urlMode ?? false });
    }
  }
  return methods;
}

function methodNames(type: AbstractClassType): readonly string[] {
  const names = new Set<string>();
  let prototype: object | null = type.prototype as object | null;
  while (prototype && prototype !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(prototype)) if (name !== 'constructor') names.add(name);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return [...names];
}

function clientsOf({ clients = [] }: McpElicitationOptions): readonly string[] {
  return typeof clients === 'string' ? [clients] : clients;
}

function serves({ clients }: HandlerMethod, connectionName: string): boolean {
  return clients.length === 0 || clients.includes(connectionName);
}

function invoker({ key, source }: HandlerMethod): Invoke {
  return async (...args) => {
    const instance = (await source.instance()) as Record<string, (...args: readonly unknown[]) => unknown>;
    return instance[key]?.(...args);
  };
}

/** Failures are logged under the name of the method. */
function named<T extends (...args: never[]) => unknown>({ key }: HandlerMethod, handler: T): T {
  return Object.defineProperty(handler, 'name', { value: key });
}

function parameterCount({ key, source }: HandlerMethod): number {
  const types = Reflect.getMetadata('design:paramtypes', source.type.prototype as object, key) as
    | readonly unknown[]
    | undefined;
  const method = (source.type.prototype as Record<string, (...args: never[]) => unknown>)[key];
  return Math.max(types?.length ?? 0, method?.length ?? 0);
}

function loggingHandler(method: HandlerMethod): McpClientHandlers['logging'][number] {
  const invoke = invoker(method);
  const spread = parameterCount(method) === 3;
  return named(method, async (notification) => {
    const { level, logger = null, data } = notification;
    await (spread
      ? invoke(level, logger, typeof data === 'string' ? data : JSON.stringify(data))
      : invoke(notification));
  });
}

function progressHandler(method: HandlerMethod): McpClientHandlers['progress'][number] {
  const invoke = invoker(method);
  const spread = parameterCount(method) === 3;
  return named(method, async (notification) => {
    const { progress, progressToken, total } = notification;
    await (spread ? invoke(progress, progressToken, total === undefined ? null : String(total)) : invoke(notification));
  });
}

function listHandler<T>(method: HandlerMethod): (items: readonly T[]) => Promise<void> {
  const invoke = invoker(method);
  return named(method, async (items: readonly T[]) => {
    await invoke(items);
  });
}

function updateHandler(method: HandlerMethod): McpClientHandlers['resourceUpdated'][number] {
  const invoke = invoker(method);
  return named(method, async (notification) => {
    await invoke(notification);
  });
}
