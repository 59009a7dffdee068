import type * as McpSchema from '../../sdk/McpSchema.js';

/** A server said that its tools changed; `tools` is its complete new list. */
export class McpToolsChangedEvent {
  readonly type = 'tools-changed';

  constructor(
    readonly connectionName: string,
    readonly tools: readonly McpSchema.Tool[],
  ) {}
}

/** A tool is no longer what it was when it was first seen (MX-08). */
export class McpToolDefinitionChangedEvent {
  readonly type = 'tool-definition-changed';

  constructor(
    readonly connectionName: string,
    /** As it was; undefined if it was seen in an earlier run only. */
    readonly previous: McpSchema.Tool | undefined,
    readonly current: McpSchema.Tool,
    /** Whether the tool is withheld until it is accepted. */
    readonly blocked: boolean,
  ) {}
}

/** A connection could not list its tools and was left out of a listing (MP-11). */
export class McpToolListingFailedEvent {
  readonly type = 'tool-listing-failed';

  constructor(
    readonly connectionName: string,
    readonly error: unknown,
  ) {}
}

/** What the client side tells an application. */
export type McpClientEvent = McpToolsChangedEvent | McpToolDefinitionChangedEvent | McpToolListingFailedEvent;

/** Is told of events of all connections. A failing listener is logged and stops nothing. */
export abstract class McpClientEventListener {
  abstract onEvent(event: McpClientEvent): void;

  /** A listener from a function. */
  static of(onEvent: (event: McpClientEvent) => void): McpClientEventListener {
    return new FunctionListener(onEvent);
  }
}

class FunctionListener extends McpClientEventListener {
  constructor(override readonly onEvent: (event: McpClientEvent) => void) {
    super();
  }
}
