import { requireNonNull } from '@toolwright/core';
import { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolMetadata } from '../metadata/ToolMetadata.js';

/** Attribute of a tool's metadata: the provider is sent the definition, but shows it only after a search of its own. */
const DEFERRED = 'deferred';

const deferredTools = new WeakMap<ToolCallback, DeferredToolCallback>();

/**
 * A tool whose definition a provider with a tool search of its own is sent once, marked deferred in the provider's field,
 * and shows to the model only when its search finds it (NT-02). Everything else is that of the tool.
 */
export class DeferredToolCallback extends ToolCallback {
  readonly definition: ToolDefinition;
  readonly #metadata: ToolMetadata;
  readonly #delegate: ToolCallback;

  private constructor(delegate: ToolCallback) {
    super();
    this.#delegate = delegate;
    this.definition = delegate.definition;
    this.#metadata = ToolMetadata.builder()
      .returnDirect(delegate.metadata.returnDirect)
      .attributes({ ...delegate.metadata.attributes, [DEFERRED]: true })
      .build();
  }

  /**
   * `tool`, marked deferred; always the same object for the same tool.
   *
   * @throws {IllegalArgumentException} `tool cannot be null`
   */
  static of(tool: ToolCallback): ToolCallback {
    if (isDeferredTool(requireNonNull(tool, 'tool cannot be null'))) return tool;
    let deferred = deferredTools.get(tool);
    if (deferred?.definition !== tool.definition) {
      deferred = new DeferredToolCallback(tool);
      deferredTools.set(tool, deferred);
    }
    return deferred;
  }

  override get metadata(): ToolMetadata {
    return this.#metadata;
  }

  override call(toolInput: string, toolContext?: ToolContext): Promise<string> {
    return toolContext === undefined ? this.#delegate.call(toolInput) : this.#delegate.call(toolInput, toolContext);
  }
}

/** Whether a model with `supportsDeferredTools` marks the definition deferred and adds its provider's search tool. */
export function isDeferredTool({ metadata }: ToolCallback): boolean {
  return metadata.attributes[DEFERRED] === true;
}
