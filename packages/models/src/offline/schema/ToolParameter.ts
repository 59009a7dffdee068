import { termsOf } from '../words/words.js';

/** What values a parameter takes. */
export type ValueKind = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'any';

/** One value that a tool needs: a parameter, or a property of a parameter that is an object. */
export interface ToolParameter {
  /** Where the value goes in the arguments object. */
  readonly path: readonly string[];
  /** Last part of the path. */
  readonly name: string;
  /** Words of the name, as stems. */
  readonly nameTerms: readonly string[];
  readonly description: string;
  readonly descriptionTerms: readonly string[];
  readonly kind: ValueKind;
  /** The allowed values; null if any will do. */
  readonly enumValues: readonly unknown[] | null;
  /** JSON Schema format, such as `date` or `email`; `''` if none. */
  readonly format: string;
  readonly required: boolean;
  /** What an array holds; null for other kinds. */
  readonly items: Pick<ToolParameter, 'kind' | 'enumValues'> | null;
}

type Schema = Readonly<Record<string, unknown>>;

/** Objects inside objects are followed this far. */
const MAX_DEPTH = 3;

/**
 * The parameters that an input schema describes, in its order. Whatever is no JSON Schema object has none.
 *
 * @param inputSchema JSON Schema as text
 */
export function parametersOf(inputSchema: string): readonly ToolParameter[] {
  let root: unknown;
  try {
    root = JSON.parse(inputSchema);
  } catch {
    return [];
  }
  const parameters: ToolParameter[] = [];
  if (isSchema(root)) collect(root, root, [], true, parameters);
  return parameters;
}

function collect(
  schema: Schema,
  root: Schema,
  path: readonly string[],
  required: boolean,
  into: ToolParameter[],
): void {
  const { properties, required: names } = schema;
  if (!isSchema(properties)) return;
  const requiredNames = new Set<unknown>(Array.isArray(names) ? names : []);
  for (const [name, value] of Object.entries(properties)) {
    const node = resolve(value, root);
    const needed = required && requiredNames.has(name) && !('default' in node);
    const { kind, enumValues } = valueOf(node);
    const nested = [...path, name];
    if (kind === 'object' && isSchema(node['properties']) && nested.length < MAX_DEPTH) {
      collect(node, root, nested, needed, into);
      continue;
    }
    const description = typeof node['description'] === 'string' ? node['description'] : '';
    into.push({
      path: nested,
      name,
      nameTerms: termsOf(name),
      description,
      descriptionTerms: termsOf(description),
      kind,
      enumValues,
      format: typeof node['format'] === 'string' ? node['format'] : '',
      required: needed,
      items: kind === 'array' ? valueOf(resolve(node['items'], root)) : null,
    });
  }
}

function valueOf(node: Schema): Pick<ToolParameter, 'kind' | 'enumValues'> {
  const values = Array.isArray(node['enum']) ? (node['enum'] as unknown[]) : 'const' in node ? [node['const']] : null;
  const enumValues = values?.filter((value) => value !== null) ?? null;
  return { kind: kindOf(node['type'], enumValues), enumValues };
}

const KINDS: ReadonlySet<unknown> = new Set<ValueKind>(['string', 'number', 'integer', 'boolean', 'array', 'object']);

function kindOf(type: unknown, enumValues: readonly unknown[] | null): ValueKind {
  const types: readonly unknown[] = Array.isArray(type) ? (type as unknown[]) : [type];
  const kind = types.find((candidate) => KINDS.has(candidate));
  if (kind !== undefined) return kind as ValueKind;
  return enumValues?.every((value) => typeof value === 'string') ? 'string' : 'any';
}

/** The node itself, or what it refers to within the schema, or its first alternative. */
function resolve(value: unknown, root: Schema, depth = 0): Schema {
  if (!isSchema(value)) return {};
  if (depth > MAX_DEPTH) return {};
  const { $ref: reference, anyOf, oneOf } = value;
  if (typeof reference === 'string' && reference.startsWith('#/')) {
    let target: unknown = root;
    for (const key of reference.slice(2).split('/')) target = isSchema(target) ? target[key] : undefined;
    return { ...resolve(target, root, depth + 1), ...value };
  }
  const alternatives: unknown = anyOf ?? oneOf;
  if (!Array.isArray(alternatives)) return value;
  const first = (alternatives as unknown[]).find((node) => isSchema(node) && node['type'] !== 'null');
  return { ...resolve(first, root, depth + 1), ...value };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
