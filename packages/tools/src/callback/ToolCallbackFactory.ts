import { hasText } from '@toolwright/core';
import { FunctionToolCallback, type ToolFunction } from '../function/FunctionToolCallback.js';
import { DeclarationCache } from '../manifest/registeredManifests.js';
import { MethodToolCallbackProvider } from '../method/MethodToolCallbackProvider.js';
import type { SchemaCustomizer } from '../schema/SchemaCustomizer.js';
import type { ToolCallback } from './ToolCallback.js';
import { requirePortableName, requirePortableNames, sanitizeNames, type ToolNamePolicy } from './ToolNamePolicy.js';

/** How a {@link ToolCallbackFactory} makes tools. */
export interface ToolCallbackFactoryOptions {
  /** Default `warn`. */
  readonly namePolicy?: ToolNamePolicy;
  /** Run in this order; default none. */
  readonly schemaCustomizers?: readonly SchemaCustomizer[];
}

/**
 * Makes tools by the rules of one application: what their names may be (TX-16) and who changes their schemas (TX-21). A
 * chat client uses one for the objects that are passed to `tools(…)`; a container has one as a bean.
 */
export class ToolCallbackFactory {
  /** The factory of applications without rules of their own. */
  static readonly DEFAULT = new ToolCallbackFactory();

  readonly #namePolicy: ToolNamePolicy;
  readonly #schemaCustomizers: readonly SchemaCustomizer[];
  /** Annotations never change, so an object is read once, however many requests it is attached to. */
  readonly #byObject = new DeclarationCache<object, readonly ToolCallback[]>();
  readonly #named = new WeakMap<readonly ToolCallback[], readonly ToolCallback[]>();

  constructor(options: ToolCallbackFactoryOptions = {}) {
    this.#namePolicy = options.namePolicy ?? 'warn';
    this.#schemaCustomizers = [...(options.schemaCustomizers ?? [])];
  }

  /**
   * The `@Tool` methods of an instance, or the static ones of a class, in the order of the source; the same frozen list on
   * every access.
   *
   * @throws {IllegalArgumentException} if there is no such method, if two tools have one name, or if a name is refused
   * @throws {IllegalStateException} if nobody knows the name of a parameter (JS-39)
   */
  from(toolObject: object): readonly ToolCallback[] {
    let tools = this.#byObject.get(toolObject);
    if (!tools) {
      tools = MethodToolCallbackProvider.builder()
        .toolObjects(toolObject)
        .schemaCustomizers(...this.#schemaCustomizers)
        .warnOfNames(this.#namePolicy === 'warn')
        .build()
        .toolCallbacks();
      if (this.#namePolicy === 'reject') requirePortableNames(tools);
      this.#byObject.set(toolObject, tools);
    }
    return tools;
  }

  /**
   * A builder of a function tool whose schema goes through the customizers.
   *
   * @throws {IllegalArgumentException} `name cannot be null or empty`, `toolFunction cannot be null`, or if the name is
   *   refused
   */
  function<I = unknown>(name: string, toolFunction: ToolFunction<I>): FunctionToolCallback.Builder {
    if (this.#namePolicy === 'reject' && hasText(name)) requirePortableName(name);
    return FunctionToolCallback.builder(name, toolFunction).schemaCustomizers(...this.#schemaCustomizers);
  }

  /**
   * The tools of a request under the names that its model is told: the list itself, unless names are replaced. The
   * definition of a tool with a new name still has its `originalName`.
   *
   * @param tools must not change afterwards
   * @throws {IllegalArgumentException} if a name is refused
   */
  named(tools: readonly ToolCallback[]): readonly ToolCallback[] {
    if (this.#namePolicy === 'warn') return tools;
    let named = this.#named.get(tools);
    if (!named) {
      if (this.#namePolicy === 'reject') requirePortableNames(tools);
      named = this.#namePolicy === 'sanitize' ? Object.freeze(sanitizeNames(tools)) : tools;
      this.#named.set(tools, named);
    }
    return named;
  }
}
