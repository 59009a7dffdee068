import type { ToolContext } from '../context/ToolContext.js';
import { DefaultToolDefinition, type ToolDefinition } from '../definition/ToolDefinition.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';
import { ToolCallback } from './ToolCallback.js';

/** Descriptions of one tool that are kept; a text that comes back after more others is a new tool. */
const MAX_DESCRIPTIONS = 100;

const described = new WeakMap<ToolCallback, Map<string, ToolCallback>>();

/** A tool with another description, examples apart; the same object for the same text, so that what is derived is kept. */
export function describedTool(tool: ToolCallback, description: string): ToolCallback {
  if (description === tool.definition.plainDescription) return tool;
  let variants = described.get(tool);
  if (!variants) described.set(tool, (variants = new Map<string, ToolCallback>()));
  const known = variants.get(description);
  if (known) return known;
  const variant = new DescribedToolCallback(tool, description);
  variants.set(description, variant);
  const [oldest] = variants.keys();
  if (variants.size > MAX_DESCRIPTIONS && oldest !== undefined) variants.delete(oldest);
  return variant;
}

/** Everything but the description is that of the tool. */
class DescribedToolCallback extends ToolCallback {
  override readonly definition: ToolDefinition;
  readonly #delegate: ToolCallback;

  constructor(delegate: ToolCallback, description: string) {
    super();
    this.#delegate = delegate;
    this.definition = new DescribedToolDefinition(delegate.definition, description);
  }

  override get owner(): string | null {
    return this.#delegate.owner;
  }

  override get metadata(): ToolMetadata {
    return this.#delegate.metadata;
  }

  override get dependsOnContext(): boolean {
    return this.#delegate.dependsOnContext;
  }

  override inContext(toolContext: ToolContext): ToolCallback {
    return this.#delegate.inContext(toolContext);
  }

  override call(toolInput: string, toolContext?: ToolContext): Promise<string> {
    return toolContext === undefined ? this.#delegate.call(toolInput) : this.#delegate.call(toolInput, toolContext);
  }
}

class DescribedToolDefinition extends DefaultToolDefinition {
  readonly #originalName: string;

  constructor({ name, inputSchema, inputExamples, originalName }: ToolDefinition, description: string) {
    super(name, description, inputSchema, inputExamples);
    this.#originalName = originalName;
  }

  override get originalName(): string {
    return this.#originalName;
  }
}
