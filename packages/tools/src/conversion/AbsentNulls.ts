import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { resolveReference } from '../schema/resolveReference.js';

/**
 * Leaves out what is null because the model has no other way to leave it out: in the strict mode of some providers every
 * property is required (TX-20, MT-30). A null that the schema allows stays.
 */
export class AbsentNulls {
  readonly #schemaText: string;
  #dropper: NullDropper | undefined;

  /** @param schemaText JSON Schema, read when the first null comes */
  constructor(schemaText: string) {
    this.#schemaText = schemaText;
  }

  /**
   * @param value the parsed arguments, which stay as they are
   * @param text the text that they were parsed from
   */
  drop(value: unknown, text: string): unknown {
    if (!text.includes('null')) return value;
    this.#dropper ??= new NullDropper(JSON.parse(this.#schemaText) as JsonSchemaNode);
    return this.#dropper.drop(value);
  }
}

class NullDropper {
  readonly #root: JsonSchemaNode;

  constructor(root: JsonSchemaNode) {
    this.#root = root;
  }

  drop(value: unknown, declared: JsonSchemaNode = this.#root): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const nodes = this.#alternatives(declared);
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => {
        const prefix = nodes.flatMap(({ prefixItems }) => (prefixItems as readonly JsonSchemaNode[] | undefined) ?? []);
        const items = prefix[index] ?? nodes.find((node) => isNode(node['items']))?.['items'];
        return isNode(items) ? this.drop(item, items) : item;
      });
    }
    const kept = Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
      const owners = nodes.filter(({ properties }) => isNode(properties) && Object.hasOwn(properties, key));
      const [owner] = owners;
      if (!owner) return [[key, item] as const];
      const child = (owner['properties'] as Readonly<Record<string, JsonSchemaNode>>)[key] as JsonSchemaNode;
      const optional = !((owner['required'] ?? []) as readonly string[]).includes(key);
      if (item === null && optional && !this.#allowsNull(child)) return [];
      return [[key, this.drop(item, child)] as const];
    });
    return Object.fromEntries(kept);
  }

  /** The nodes that a value may follow, references resolved. */
  #alternatives(node: JsonSchemaNode, depth = 0): readonly JsonSchemaNode[] {
    if (depth > 16) return [];
    const { $ref: reference, anyOf, oneOf } = node;
    const target = typeof reference === 'string' ? resolveReference(this.#root, reference) : undefined;
    const branches = [...((anyOf ?? []) as JsonSchemaNode[]), ...((oneOf ?? []) as JsonSchemaNode[])];
    return [node, ...(target ? [target] : []), ...branches].flatMap((next) =>
      next === node ? [node] : this.#alternatives(next, depth + 1),
    );
  }

  #allowsNull(node: JsonSchemaNode): boolean {
    return this.#alternatives(node).some(({ type, enum: values, const: only, ...rest }) => {
      if (Array.isArray(values)) return values.includes(null);
      if (only !== undefined) return only === null;
      if (type !== undefined) return type === 'null' || (Array.isArray(type) && type.includes('null'));
      return !['$ref', 'anyOf', 'oneOf', 'allOf', 'properties'].some((keyword) => keyword in rest);
    });
  }
}

function isNode(value: unknown): value is JsonSchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
