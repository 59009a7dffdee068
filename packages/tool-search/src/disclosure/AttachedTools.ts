import { IllegalArgumentException, lazyPackage } from '@toolwright/core';
import type { ToolCallback, ToolDefinition } from '@toolwright/tools';
import type { ToolReference } from '../index/ToolReference.js';
import { TOOL_SEARCH_TOOL_NAME } from '../tool/toolSearchToolDefinition.js';
import { categoryOf } from './categoryOf.js';
import { toolReferenceOf } from './toolReferenceOf.js';

const nodeCrypto = lazyPackage<typeof import('node:crypto')>('node:crypto', import.meta.url);

/** What the definitions of a list of tools say, whichever request attached them. */
interface Described {
  readonly references: readonly ToolReference[];
  readonly fingerprint: string;
  readonly categories: readonly string[];
}

const NO_CALLBACKS: readonly ToolCallback[] = Object.freeze([]);
let nothingDescribed: Described | undefined;

const byList = new WeakMap<readonly ToolCallback[], AttachedTools>();
const byFirstDefinition = new WeakMap<ToolDefinition, Described>();

/** The tools of a request: what an index is told about them, and what may be disclosed. Frozen and shared by turns. */
export class AttachedTools {
  readonly #definitions: readonly ToolDefinition[];
  readonly #described: Described;
  readonly #callbacks: ReadonlyMap<string, ToolCallback>;

  private constructor(callbacks: ReadonlyMap<string, ToolCallback>, definitions: readonly ToolDefinition[]) {
    this.#callbacks = callbacks;
    this.#definitions = Object.isFrozen(definitions) ? definitions : Object.freeze([...definitions]);
    this.#described = describe(definitions, callbacks);
  }

  /**
   * The tools of a request. The same list with the same definitions gives the same object, and the same definitions in
   * another list are not hashed again (Spec SX-01b).
   *
   * @param callbacks the tools that the request's options carry
   * @param definitions the definitions that the manager resolved from the options
   * @throws {IllegalArgumentException} if a tool has the name of the search tool (Spec ST-09)
   */
  static of(callbacks: readonly ToolCallback[] | null, definitions: readonly ToolDefinition[]): AttachedTools {
    const list = callbacks ?? NO_CALLBACKS;
    const known = byList.get(list);
    if (known && sameElements(known.#definitions, definitions)) return known;
    const byName = new Map<string, ToolCallback>();
    for (const callback of list) {
      const { name } = callback.definition;
      if (!byName.has(name)) byName.set(name, callback);
    }
    const tools = new AttachedTools(byName, definitions);
    byList.set(list, tools);
    return tools;
  }

  /** What an index is told, in the order of the tools in the request. */
  get references(): readonly ToolReference[] {
    return this.#described.references;
  }

  /**
   * Equal for tools that are told to an index in the same way, in any order, different otherwise (Spec SA-11, SA-13,
   * SX-02a).
   */
  get fingerprint(): string {
    return this.#described.fingerprint;
  }

  /** The categories that the tools are in, in the order of the tools; none if they have none. */
  get categories(): readonly string[] {
    return this.#described.categories;
  }

  /** The callbacks in the order of the request, the first one of each name. */
  get callbacks(): readonly ToolCallback[] {
    return [...this.#callbacks.values()];
  }

  /** The number of tools. */
  get size(): number {
    return this.#callbacks.size;
  }

  /** The names of all tools. */
  get names(): readonly string[] {
    return [...this.#callbacks.keys()];
  }

  has(name: string): boolean {
    return this.#callbacks.has(name);
  }

  /** The tool of that name; the first one, if several have it. */
  get(name: string): ToolCallback | undefined {
    return this.#callbacks.get(name);
  }
}

function describe(definitions: readonly ToolDefinition[], callbacks: ReadonlyMap<string, ToolCallback>): Described {
  const [first] = definitions;
  if (!first) {
    nothingDescribed ??= { references: Object.freeze([]), fingerprint: fingerprintOf([], []), categories: [] };
    return nothingDescribed;
  }
  const references = definitions.map((definition) =>
    toolReferenceOf(definition, categoryOf(callbacks.get(definition.name))),
  );
  const known = byFirstDefinition.get(first);
  // The category is no part of a definition, but of what an index is told.
  if (known && sameElements(known.references, references)) return known;
  for (const { name } of definitions) {
    if (isToolSearchTool(name)) throw nameTaken(name, callbacks.get(name));
  }
  const described: Described = {
    references: Object.freeze(references),
    fingerprint: fingerprintOf(definitions, references),
    categories: Object.freeze([...new Set(references.flatMap(({ category }) => category ?? []))]),
  };
  byFirstDefinition.set(first, described);
  return described;
}

/** Whether `name` is that of the search tool; case does not count (Spec SA-23a). */
export function isToolSearchTool(name: string): boolean {
  return name === TOOL_SEARCH_TOOL_NAME || name.toLowerCase() === TOOL_SEARCH_TOOL_NAME.toLowerCase();
}

function nameTaken(name: string, callback: ToolCallback | undefined): IllegalArgumentException {
  const owner = callback ? ` (${callback.constructor.name}, described as: ${callback.definition.description})` : '';
  return new IllegalArgumentException(
    `The attached tool '${name}'${owner} has the same name as the built-in tool '${TOOL_SEARCH_TOOL_NAME}' of tool search. Rename the attached tool.`,
  );
}

/**
 * SHA-256 over name, 0x00, description, 0x01 of each tool, sorted by name; lower-case hex (Spec SA-13). A tool with
 * parameters or a category is followed by its schema and 0x03, its category and 0x04, because both are searched (Spec
 * SX-02a). The separators are escaped where they are part of a text, so that different tools never give the same bytes.
 */
function fingerprintOf(definitions: readonly ToolDefinition[], references: readonly ToolReference[]): string {
  const hash = nodeCrypto().createHash('sha256');
  const tools = definitions.map((definition, at) => ({ definition, reference: references[at] }));
  tools.sort(({ definition: a }, { definition: b }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (const { definition, reference } of tools) {
    hash.update(`${escaped(definition.name)}\u0000${escaped(definition.description)}\u0001`, 'utf8');
    if (reference?.parameters) hash.update(`${escaped(definition.inputSchema)}\u0003`, 'utf8');
    if (reference?.category !== undefined) hash.update(`${escaped(reference.category)}\u0004`, 'utf8');
  }
  return hash.digest('hex');
}

function escaped(text: string): string {
  return text.replace(/[\u0000-\u0004]/g, (separator) => `\u0002${separator.charCodeAt(0)}`);
}

function sameElements(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
