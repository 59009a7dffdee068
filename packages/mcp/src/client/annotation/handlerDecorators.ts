import { DecoratorMetadata } from '@toolwright/core';

/** Options of every decorator of a client handler. */
export interface McpHandlerOptions {
  /** Names of the connections that the handler serves; omitted or empty for all. */
  readonly clients?: string | readonly string[];
}

/** Options of {@link McpElicitation}. */
export interface McpElicitationOptions extends McpHandlerOptions {
  /** Whether the method can show an address to the user; default false: such requests are refused (MA-16). */
  readonly urlMode?: boolean;
}

/** What a decorator of a client handler says. */
export type HandlerKind =
  | 'logging'
  | 'progress'
  | 'sampling'
  | 'elicitation'
  | 'toolListChanged'
  | 'resourceListChanged'
  | 'promptListChanged'
  | 'resourceUpdated';

/** @internal What was recorded, by kind. */
export const handlerMetadata: Readonly<Record<HandlerKind, DecoratorMetadata<McpElicitationOptions>>> = {
  logging: new DecoratorMetadata('mcp-logging'),
  progress: new DecoratorMetadata('mcp-progress'),
  sampling: new DecoratorMetadata('mcp-sampling'),
  elicitation: new DecoratorMetadata('mcp-elicitation'),
  toolListChanged: new DecoratorMetadata('mcp-tool-list-changed'),
  resourceListChanged: new DecoratorMetadata('mcp-resource-list-changed'),
  promptListChanged: new DecoratorMetadata('mcp-prompt-list-changed'),
  resourceUpdated: new DecoratorMetadata('mcp-resource-updated'),
};

/** @internal On a prototype: some method of it has a handler's decorator. Spares most classes the look at each method. */
export const HAS_HANDLERS = new DecoratorMetadata<true>('mcp-has-handlers');

function decorator(kind: HandlerKind, options: McpElicitationOptions): MethodDecorator {
  return (target, property) => {
    handlerMetadata[kind].set(target, { ...options }, property);
    HAS_HANDLERS.set(target, true);
  };
}

/** The method gets log messages of servers: `(notification)` or `(level, logger, data)`. */
export function McpLogging(options: McpHandlerOptions = {}): MethodDecorator {
  return decorator('logging', options);
}

/** The method gets progress: `(notification)` or `(progress, progressToken, total)`, the total as text or null. */
export function McpProgress(options: McpHandlerOptions = {}): MethodDecorator {
  return decorator('progress', options);
}

/** The method lets a server ask a model: it takes the request and returns a `CreateMessageResult`. One per connection. */
export function McpSampling(options: McpHandlerOptions = {}): MethodDecorator {
  return decorator('sampling', options);
}

/**
 * The method lets a server ask the user: it takes the request and returns an `ElicitResult` or a
 * `StructuredElicitResult`. One per connection.
 */
export function McpElicitation(options: McpElicitationOptions = {}): MethodDecorator {
  return decorator('elicitation', options);
}

/** The method gets the complete new list when the tools of a server changed. */
export function McpToolListChanged(options: McpHandlerOptions = {}): MethodDecorator {
  return decorator('toolListChanged', options);
}

/** The method gets the complete new list when the resources of a server changed. */
export function McpResourceListChanged(options: McpHandlerOptions = {}): MethodDecorator {
  return decorator('resourceListChanged', options);
}

/** The method gets the complete new list when the prompts of a server changed. */
export function McpPromptListChanged(options: McpHandlerOptions = {}): MethodDecorator {
  return decorator('promptListChanged', options);
}

/** The method gets `{ uri }` when a resource changed that the connection subscribed to. */
export function McpResourceUpdated(options: McpHandlerOptions = {}): MethodDecorator {
  return decorator('resourceUpdated', options);
}
