import {
  IllegalArgumentException,
  IllegalStateException,
  requireNonNull,
  requireNonNullElements,
} from '@toolwright/core';
import { ChatOptions, type ChatOptionsValues } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { getDuplicateToolNames } from '../definition/getDuplicateToolNames.js';

/** Brand for {@link isToolCallingChatOptions}, shared by all copies of this package. */
const BRAND: unique symbol = Symbol.for('@toolwright/tool-calling-chat-options') as never;

/** The settings of {@link ToolCallingChatOptions} by name. */
export interface ToolCallingChatOptionsValues extends ChatOptionsValues {
  readonly toolCallbacks?: readonly ToolCallback[] | null;
  readonly toolContext?: Readonly<Record<string, unknown>> | null;
}

/** Chat options that carry tools and the context for them. The only tools that a model can run are those in here. */
export class ToolCallingChatOptions extends ChatOptions {
  /** The attached tools; null if never set. */
  readonly toolCallbacks: readonly ToolCallback[] | null;
  /** Values for the tools, never sent to the model; null if never set. */
  readonly toolContext: Readonly<Record<string, unknown>> | null;

  constructor(values: ToolCallingChatOptionsValues = {}) {
    super(values);
    this.toolCallbacks = values.toolCallbacks ? frozenList(values.toolCallbacks) : null;
    this.toolContext = values.toolContext ? frozenRecord(values.toolContext) : null;
    if (new.target === ToolCallingChatOptions) Object.freeze(this);
  }

  /** @internal */
  get [BRAND](): true {
    return true;
  }

  static override builder(): ToolCallingChatOptions.Builder {
    return new ToolCallingChatOptions.Builder();
  }

  override mutate(): ToolCallingChatOptions.Builder {
    return new ToolCallingChatOptions.Builder(this);
  }

  /** The context of a request over the defaults, as a copy: values of the request win. Null only if both are (TM-16). */
  static mergeToolContext(
    runtime: Readonly<Record<string, unknown>> | null,
    defaults: Readonly<Record<string, unknown>> | null,
  ): Readonly<Record<string, unknown>> | null {
    return runtime || defaults ? { ...defaults, ...runtime } : null;
  }

  /** A copy of the tools of a request, which replace the defaults unless there are none. Null only if both are (TM-17). */
  static mergeToolCallbacks(
    runtime: readonly ToolCallback[] | null,
    defaults: readonly ToolCallback[] | null,
  ): readonly ToolCallback[] | null {
    const chosen = runtime && runtime.length > 0 ? runtime : (defaults ?? runtime);
    return chosen && [...chosen];
  }

  /**
   * Checks that every tool can be told by its name.
   *
   * @throws {IllegalStateException} `Multiple tools with the same name (a, b) found in ToolCallingChatOptions` (TM-20)
   */
  static validateToolCallbacks(toolCallbacks: readonly ToolCallback[] | null): void {
    if (!toolCallbacks) return;
    const duplicates = getDuplicateToolNames(toolCallbacks);
    if (duplicates.length === 0) return;
    throw new IllegalStateException(
      `Multiple tools with the same name (${duplicates.join(', ')}) found in ToolCallingChatOptions` +
        ownersOf(duplicates, toolCallbacks),
    );
  }
}

/** Who declares the tools that share a name, where that is known and tells them apart. */
function ownersOf(names: readonly string[], toolCallbacks: readonly ToolCallback[]): string {
  const known = names.flatMap((name) => {
    const sharing = toolCallbacks.filter(({ definition }) => definition.name === name);
    if (new Set(sharing.map(({ owner }) => owner)).size === 1) return [];
    const owners = sharing.map((callback) => callback.owner ?? `a ${callback.constructor.name}`);
    return [`${name} is declared by ${owners.join(' and ')}`];
  });
  return known.length > 0 ? `: ${known.join('; ')}` : '';
}

/** Whether these options can carry tools, whichever copy of the package made them. */
export function isToolCallingChatOptions(options: ChatOptions | null | undefined): options is ToolCallingChatOptions {
  return options !== null && options !== undefined && BRAND in options;
}

// An array or record that is frozen already belongs to other options and is shared, so that a round copies nothing.
function frozenList<T>(values: readonly T[]): readonly T[] {
  return Object.isFrozen(values) ? values : Object.freeze([...values]);
}

function frozenRecord<T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.isFrozen(values) ? values : Object.freeze({ ...values });
}

export namespace ToolCallingChatOptions {
  /** Collects settings; options that were built before never change. */
  export class Builder extends ChatOptions.Builder {
    #toolCallbacks: readonly ToolCallback[] | null;
    #toolContext: Readonly<Record<string, unknown>> | null;

    constructor(initial: ToolCallingChatOptionsValues = {}) {
      super(initial);
      this.#toolCallbacks = initial.toolCallbacks ?? null;
      this.#toolContext = initial.toolContext ?? null;
    }

    /** One list replaces what was set; single callbacks are appended (TM-18). */
    toolCallbacks(...toolCallbacks: readonly (ToolCallback | readonly ToolCallback[] | null)[]): this {
      const [first] = toolCallbacks;
      if (toolCallbacks.length === 1 && Array.isArray(first)) {
        this.#toolCallbacks = requireNonNullElements(
          first as readonly ToolCallback[],
          'toolCallbacks cannot be null',
          'toolCallbacks cannot contain null elements',
        );
        return this;
      }
      const added = requireNonNullElements(
        toolCallbacks,
        'toolCallbacks cannot be null',
        'toolCallbacks cannot be null',
      );
      this.#toolCallbacks = [...(this.#toolCallbacks ?? []), ...(added as readonly ToolCallback[])];
      return this;
    }

    /** Adds one value, or merges a record; null forgets all values (TM-18, OP-10). */
    toolContext(context: Readonly<Record<string, unknown>> | null): this;
    toolContext(key: string, value: unknown): this;
    toolContext(...args: readonly [Readonly<Record<string, unknown>> | string | null, unknown?]): this {
      const [contextOrKey, value] = args;
      if (contextOrKey === null && args.length === 1) {
        this.#toolContext = null;
      } else if (typeof contextOrKey === 'object' && contextOrKey !== null) {
        this.#toolContext = { ...this.#toolContext, ...contextOrKey };
      } else {
        if (typeof contextOrKey !== 'string' || contextOrKey.trim() === '')
          throw new IllegalArgumentException('key cannot be null');
        this.#toolContext = { ...this.#toolContext, [contextOrKey]: requireNonNull(value, 'value cannot be null') };
      }
      return this;
    }

    override combineWith(other: ChatOptions.Builder | ChatOptions): this {
      super.combineWith(other);
      const tools =
        other instanceof Builder
          ? other.#toolCallbacks
          : isToolCallingChatOptions(other as ChatOptions)
            ? (other as ToolCallingChatOptions).toolCallbacks
            : null;
      const context =
        other instanceof Builder
          ? other.#toolContext
          : isToolCallingChatOptions(other as ChatOptions)
            ? (other as ToolCallingChatOptions).toolContext
            : null;
      if (tools) this.#toolCallbacks = [...(this.#toolCallbacks ?? []), ...tools];
      if (context) this.#toolContext = { ...this.#toolContext, ...context };
      return this;
    }

    override clone(): ToolCallingChatOptions.Builder {
      return new ToolCallingChatOptions.Builder(this.#values());
    }

    override build(): ToolCallingChatOptions {
      return new ToolCallingChatOptions(this.#values());
    }

    #values(): ToolCallingChatOptionsValues {
      return { ...this.values, toolCallbacks: this.#toolCallbacks, toolContext: this.#toolContext };
    }
  }
}
