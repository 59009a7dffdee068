import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { objectRoot } from './objectRoot.js';
import { resolveReference } from '../schema/resolveReference.js';

/** Keywords that mean the same there and are copied. */
const COPIED: readonly string[] = [
  ...['title', 'description', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
];

/** A recursive type is written out this often; deeper down it is any object. */
const MAX_RECURSION = 2;

/**
 * The schema in the subset of OpenAPI 3.0 that Gemini takes: names of types in upper case, `nullable` for null, texts only
 * in an `enum`, references written out. What it cannot say is said in the description, or left to the check of the tool.
 *
 * @returns null for a tool without arguments, for which no schema may be sent
 */
export function geminiSchema(schema: JsonSchemaNode): JsonSchemaNode | null {
  const root = objectRoot(schema);
  if (Object.keys(root['properties'] as object).length === 0) return null;
  return new GeminiWriter(schema).write(root, []);
}

class GeminiWriter {
  readonly #root: JsonSchemaNode;

  constructor(root: JsonSchemaNode) {
    this.#root = root;
  }

  /** @param references those that led here */
  write(node: JsonSchemaNode, references: readonly string[]): JsonSchemaNode {
    const { $ref: reference } = node;
    if (typeof reference === 'string') return this.#writeReference(node, reference, references);
    const branches = [node['anyOf'], node['oneOf']].find(Array.isArray) as readonly JsonSchemaNode[] | undefined;
    if (branches) return this.#writeAlternatives(node, branches, references);
    if (Array.isArray(node['allOf'])) {
      const merged = objectRoot({ ...node, $defs: this.#root['$defs'] ?? {} });
      return this.write({ ...merged, $defs: undefined }, references);
    }
    const { type } = node;
    if (!Array.isArray(type)) return this.#writeTyped(node, typeof type === 'string' ? type : undefined, references);
    const types = (type as readonly string[]).filter((name) => name !== 'null');
    const nullable = types.length < type.length ? { nullable: true } : {};
    const [only] = types;
    if (types.length === 1) return { ...this.#writeTyped(node, only, references), ...nullable };
    const { description, ...rest } = node;
    return {
      ...(description !== undefined && { description }),
      anyOf: types.map((name) => this.#writeTyped(rest, name, references)),
      ...nullable,
    };
  }

  #writeReference(node: JsonSchemaNode, reference: string, references: readonly string[]): JsonSchemaNode {
    const target = resolveReference(this.#root, reference);
    const { $ref: _reference, ...own } = node;
    const depth = references.filter((known) => known === reference).length;
    if (!target || depth >= MAX_RECURSION) return { type: 'OBJECT', ...described(node) };
    return this.write({ ...target, ...own }, [...references, reference]);
  }

  #writeAlternatives(
    node: JsonSchemaNode,
    branches: readonly JsonSchemaNode[],
    references: readonly string[],
  ): JsonSchemaNode {
    const others = branches.filter(({ type }) => type !== 'null');
    const nullable = others.length < branches.length ? { nullable: true } : {};
    const [only] = others;
    if (only && others.length === 1) return { ...this.write({ ...only, ...described(node) }, references), ...nullable };
    return { ...described(node), anyOf: others.map((branch) => this.write(branch, references)), ...nullable };
  }

  #writeTyped(node: JsonSchemaNode, declared: string | undefined, references: readonly string[]): JsonSchemaNode {
    const values = node['const'] === undefined ? (node['enum'] as readonly unknown[] | undefined) : [node['const']];
    const type = declared ?? typeOfValues(values);
    const result: Record<string, unknown> = type === undefined ? {} : { type: type.toUpperCase() };
    for (const keyword of COPIED) if (node[keyword] !== undefined) result[keyword] = node[keyword];
    if (values) this.#writeValues(result, values, type);
    if (node['format'] === 'date-time' && type === 'string') result['format'] = 'date-time';
    if (type === 'integer' || type === 'number') writeBounds(result, node, type);
    if (type === 'array') result['items'] = this.#itemsOf(node, references);
    if (type === 'object') this.#writeProperties(result, node, references);
    return result;
  }

  #writeValues(result: Record<string, unknown>, values: readonly unknown[], type: string | undefined): void {
    const known = values.filter((value) => value !== null);
    if (known.length < values.length) result['nullable'] = true;
    if (type === 'string') Object.assign(result, { format: 'enum', enum: known });
    else
      result['description'] = sentence(
        result['description'],
        `One of ${known.map((value) => JSON.stringify(value)).join(', ')}.`,
      );
  }

  #itemsOf(node: JsonSchemaNode, references: readonly string[]): JsonSchemaNode {
    const { prefixItems, items } = node;
    if (Array.isArray(prefixItems)) {
      const kinds = prefixItems.map((item: JsonSchemaNode) => this.write(item, references));
      const distinct = [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()];
      return distinct.length === 1 ? (distinct[0] as JsonSchemaNode) : { anyOf: distinct };
    }
    const written = typeof items === 'object' && items !== null ? this.write(items as JsonSchemaNode, references) : {};
    // An array of anything is not allowed; text can be anything.
    return Object.keys(written).length > 0 ? written : { type: 'STRING' };
  }

  #writeProperties(result: Record<string, unknown>, node: JsonSchemaNode, references: readonly string[]): void {
    const properties = Object.entries((node['properties'] ?? {}) as Readonly<Record<string, JsonSchemaNode>>);
    if (properties.length > 0) {
      result['properties'] = Object.fromEntries(
        properties.map(([name, child]) => {
          const written = this.write(child, references);
          return [name, 'type' in written || 'anyOf' in written ? written : { type: 'STRING', ...written }];
        }),
      );
      const required = (node['required'] ?? []) as readonly string[];
      if (required.length > 0) result['required'] = required;
      result['propertyOrdering'] = properties.map(([name]) => name);
    } else if (typeof node['additionalProperties'] === 'object') {
      const value = this.write(node['additionalProperties'] as JsonSchemaNode, references)['type'];
      const what = typeof value === 'string' ? ` Values are of type ${value.toLowerCase()}.` : '';
      result['description'] = sentence(result['description'], `An object with keys of your choice.${what}`);
    }
  }
}

function writeBounds(result: Record<string, unknown>, node: JsonSchemaNode, type: string): void {
  const step = type === 'integer' ? 1 : 0;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = node;
  if (typeof above === 'number' && node['minimum'] === undefined) result['minimum'] = above + step;
  if (typeof below === 'number' && node['maximum'] === undefined) result['maximum'] = below - step;
}

function typeOfValues(values: readonly unknown[] | undefined): string | undefined {
  const known = values?.filter((value) => value !== null) ?? [];
  if (known.length === 0) return undefined;
  if (known.every((value) => typeof value === 'string')) return 'string';
  if (known.every((value) => Number.isInteger(value))) return 'integer';
  if (known.every((value) => typeof value === 'number')) return 'number';
  return known.every((value) => typeof value === 'boolean') ? 'boolean' : undefined;
}

function described({ description }: JsonSchemaNode): JsonSchemaNode {
  return description === undefined ? {} : { description };
}

function sentence(text: unknown, added: string): string {
  if (typeof text !== 'string' || text === '') return added;
  return /[.!?]$/.test(text) ? `${text} ${added}` : `${text}. ${added}`;
}
