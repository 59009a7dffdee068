import type { JsonSchemaNode } from '@toolwright/tools';
import type { Definition } from 'typescript-json-schema';
import { OPTIONAL_MARK, type RawSchema } from './TypeReader.js';

/** A schema in the dialect of the run time. */
export interface ConvertedSchema {
  readonly schema: JsonSchemaNode;
  /** What the schema refers to as `#/$defs/…`; empty unless types are recursive or alternatives of a union. */
  readonly definitions: Readonly<Record<string, JsonSchemaNode>>;
}

const REFERENCE = '#/definitions/';

/**
 * Turns the library's draft 7 into draft 2020-12: tuples become `prefixItems`, definitions are written in place unless
 * they are recursive or alternatives of a union (JS-22, JS-38), names become plain, keys get one order (JS-40, JS-44).
 */
export function convertSchema(raw: RawSchema): ConvertedSchema {
  return new SchemaConversion(raw.definitions).convert(raw.root);
}

class SchemaConversion {
  readonly #raw: Readonly<Record<string, Definition>>;
  readonly #recursive: ReadonlySet<string>;
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, JsonSchemaNode | undefined>();

  constructor(raw: Readonly<Record<string, Definition>>) {
    this.#raw = raw;
    this.#recursive = recursiveNames(raw);
  }

  convert(root: Definition): ConvertedSchema {
    const schema = this.#node(root);
    return { schema, definitions: Object.fromEntries(this.#definitions) as Record<string, JsonSchemaNode> };
  }

  #node(raw: unknown, isAlternative = false): JsonSchemaNode {
    if (typeof raw !== 'object' || raw === null) return {};
    const { $ref, ...definition } = raw as Definition;
    if ($ref === undefined) return this.#plainNode(definition);
    const name = decodeURIComponent($ref.slice(REFERENCE.length));
    const target = this.#raw[name] ?? {};
    if (this.#recursive.has(name) || (isAlternative && target.properties !== undefined)) {
      return inOrder({ $ref: `#/$defs/${this.#define(name, target)}`, ...this.#plainNode(definition) });
    }
    return this.#node({ ...target, ...definition });
  }

  #plainNode(definition: Definition): JsonSchemaNode {
    const node: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(definition)) {
      if (value === undefined || DROPPED.has(keyword)) continue;
      if (keyword === 'properties') Object.assign(node, this.#properties(definition));
      else if (keyword === 'items') Object.assign(node, this.#items(definition));
      else if (ALTERNATIVES.has(keyword)) {
        node[keyword] = (value as unknown[]).map((alternative) => this.#node(alternative, true));
      } else if (keyword === 'patternProperties') {
        node[keyword] = Object.fromEntries(
          Object.entries(value as object).map(([pattern, child]) => [pattern, this.#node(child)]),
        );
      } else if (keyword === 'additionalProperties' && typeof value === 'object') node[keyword] = this.#node(value);
      else node[keyword] = value;
    }
    return inOrder(node);
  }

  /** Properties and required names in code-unit order (JS-04). */
  #properties({ properties = {}, required = [] }: Definition): JsonSchemaNode {
    const keys = Object.keys(properties).sort(byCodeUnit);
    if (keys.length === 0) return {};
    const isRequired = (key: string): boolean =>
      required.includes(key) && !(OPTIONAL_MARK in (properties[key] as object));
    return {
      properties: Object.fromEntries(keys.map((key) => [key, this.#node(properties[key])])),
      required: keys.filter(isRequired),
    };
  }

  #items({ items, additionalItems }: Definition): JsonSchemaNode {
    if (!Array.isArray(items)) return { items: this.#node(items) };
    const rest = additionalItems === undefined || additionalItems === false ? false : this.#node(additionalItems);
    return { ...(items.length > 0 && { prefixItems: items.map((item) => this.#node(item)) }), items: rest };
  }

  /** Writes a definition once, under the last part of its name without what JSON pointers would have to escape. */
  #define(rawName: string, target: Definition): string {
    const known = this.#names.get(rawName);
    if (known !== undefined) return known;
    const base = plainName(rawName);
    let name = base;
    for (let attempt = 2; this.#definitions.has(name); attempt += 1) name = `${base}_${attempt}`;
    this.#names.set(rawName, name);
    this.#definitions.set(name, undefined);
    this.#definitions.set(name, this.#node(target));
    return name;
  }
}

/** `import("…").OuterA.Filter` as `Filter`, `Record<string,number>` as `Record_string_number`. */
function plainName(rawName: string): string {
  const withoutFiles = rawName.replaceAll(/import\(.*?\)\.|"[^"]*"\./g, '').replace(/_\d+$/, '');
  const [head = '', ...rest] = withoutFiles.split(/(?=[<{([])/);
  const simple = `${head.slice(head.lastIndexOf('.') + 1)}${rest.join('')}`;
  return simple.replaceAll(/\W+/g, '_').replaceAll(/^_+|_+$/g, '') || 'Type';
}

function recursiveNames(raw: Readonly<Record<string, Definition>>): ReadonlySet<string> {
  const references = new Map(Object.entries(raw).map(([name, definition]) => [name, referencesIn(definition)]));
  const reaches = (from: string, wanted: string, seen: Set<string>): boolean =>
    [...(references.get(from) ?? [])].some((next) => {
      if (next === wanted) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, wanted, seen);
    });
  return new Set([...references.keys()].filter((name) => reaches(name, name, new Set())));
}

function referencesIn(value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  JSON.stringify(value, (key, child: unknown) => {
    if (key === '$ref' && typeof child === 'string') names.add(decodeURIComponent(child.slice(REFERENCE.length)));
    return child;
  });
  return names;
}

const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf']);

const DROPPED: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'id',
  'definitions',
  'additionalItems',
  'required',
  OPTIONAL_MARK,
]);

/** What models read first comes first; the rest follows by name, objects' parts last as in generated schemas. */
const ORDER: readonly string[] = ['$ref', 'type', 'description'];
const LAST: readonly string[] = ['prefixItems', 'items', 'properties', 'required', 'additionalProperties'];

function inOrder(node: JsonSchemaNode): JsonSchemaNode {
  const rank = (keyword: string): number => {
    if (ORDER.includes(keyword)) return ORDER.indexOf(keyword);
    return LAST.includes(keyword) ? 100 + LAST.indexOf(keyword) : 50;
  };
  const entries = Object.entries(node);
  entries.sort(([a], [b]) => rank(a) - rank(b) || byCodeUnit(a, b));
  return Object.fromEntries(entries);
}

/** Sorts by UTF-16 code units, whatever the locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
