import { IllegalArgumentException, lazyPackage } from '@toolwright/core';
import { isPortableName, MAX_NAME_LENGTH } from '../definition/portableName.js';
import { ToolDefinition, type ToolInputExample } from '../definition/ToolDefinition.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';
import type { ToolContext } from '../context/ToolContext.js';
import { describedTool } from './describedTool.js';
import { ToolCallback } from './ToolCallback.js';

/**
 * What is done with names of tools that not every provider accepts: those of methods are warned about, all are refused,
 * or all are replaced by names that fit (TX-16).
 */
export type ToolNamePolicy = 'warn' | 'reject' | 'sanitize';

const crypto = lazyPackage<typeof import('node:crypto')>('node:crypto', import.meta.url);

/** The length of a hash in a name. */
const HASH_LENGTH = 8;

/**
 * Refuses the first tool whose name not every provider accepts.
 *
 * @throws {IllegalArgumentException} naming it
 */
export function requirePortableNames(tools: readonly ToolCallback[]): void {
  for (const { definition } of tools) requirePortableName(definition.name);
}

/**
 * Refuses a name that not every provider accepts.
 *
 * @throws {IllegalArgumentException} naming it
 */
export function requirePortableName(name: string): void {
  if (isPortableName(name)) return;
  throw new IllegalArgumentException(
    `Tool name '${name}' is not accepted by all providers: use 1 to ${MAX_NAME_LENGTH} letters, digits, ` +
      'underscores, hyphens and dots, or let names be replaced (tools.names.policy=sanitize).',
  );
}

/**
 * The tools under names that every provider accepts. A name that fits stays; another one is made to fit, the same every
 * time, with a hash of the original name where it is too long or would be that of another tool of the list.
 */
export function sanitizeNames(tools: readonly ToolCallback[]): readonly ToolCallback[] {
  const originals = tools.map(({ definition }) => definition.name);
  if (originals.every(isPortableName)) return tools;
  const wanted = originals.map((name) => (isPortableName(name) ? name : sanitized(name)));
  return tools.map((tool, index) => {
    const original = originals[index] as string;
    const name = wanted[index] as string;
    if (name === original) return tool;
    const taken = wanted.some((other, otherIndex) => other === name && originals[otherIndex] !== original);
    return new RenamedToolCallback(tool, taken ? hashed(name, original) : name);
  });
}

function sanitized(original: string): string {
  const name = original.replace(/[^a-zA-Z0-9_.-]/g, '_');
  if (!/[a-zA-Z0-9]/.test(name)) return hashed('tool', original);
  return name.length > MAX_NAME_LENGTH ? hashed(name, original) : name;
}

function hashed(name: string, original: string): string {
  const hash = crypto().createHash('sha256').update(original).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}

/** A tool under another name; everything else is its own. */
class RenamedToolCallback extends ToolCallback {
  override readonly definition: ToolDefinition;
  readonly #delegate: ToolCallback;

  constructor(delegate: ToolCallback, name: string) {
    super();
    this.#delegate = delegate;
    this.definition = new RenamedToolDefinition(delegate.definition, name);
  }

  override get owner(): string | null {
    return this.#delegate.owner;
  }

  override get dependsOnContext(): boolean {
    return this.#delegate.dependsOnContext;
  }

  override inContext(toolContext: ToolContext): ToolCallback {
    return describedTool(this, this.#delegate.inContext(toolContext).definition.plainDescription);
  }

  override get metadata(): ToolMetadata {
    return this.#delegate.metadata;
  }

  override call(toolInput: string, toolContext?: ToolContext): Promise<string> {
    return this.#delegate.call(toolInput, toolContext);
  }
}

class RenamedToolDefinition extends ToolDefinition {
  override readonly description: string;
  override readonly inputSchema: string;
  readonly #original: ToolDefinition;

  constructor(
    original: ToolDefinition,
    override readonly name: string,
  ) {
    super();
    this.description = original.description;
    this.inputSchema = original.inputSchema;
    this.#original = original;
    Object.freeze(this);
  }

  override get inputExamples(): readonly ToolInputExample[] {
    return this.#original.inputExamples;
  }

  override get plainDescription(): string {
    return this.#original.plainDescription;
  }

  override get originalName(): string {
    return this.#original.originalName;
  }
}
