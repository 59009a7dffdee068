import type { ToolDefinition } from '@toolwright/tools';
import type { ToolParameterReference, ToolReference } from '../index/ToolReference.js';

const references = new WeakMap<ToolDefinition, ToolReference>();

/** What is read of a schema: deeper levels and further parameters say little, and a schema may come from outside. */
const MOST_LEVELS = 4;
const MOST_PARAMETERS = 200;

/**
 * What an index is told about a tool; made once per definition and category, and frozen (Spec NT-09). Properties of
 * objects are parameters as well, after the one they belong to and named by their path, such as `address.city`.
 *
 * @param category the group that the tool is in, if any
 */
export function toolReferenceOf(definition: ToolDefinition, category: unknown): ToolReference {
  const group = typeof category === 'string' && category.trim() !== '' ? category : undefined;
  const known = references.get(definition);
  if (known && known.category === group) return known;
  const parameters = known ? (known.parameters ?? []) : parametersOf(definition.inputSchema);
  const reference: ToolReference = Object.freeze({
    toolName: definition.name,
    summary: definition.plainDescription,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(group === undefined ? {} : { category: group }),
  });
  references.set(definition, reference);
  return reference;
}

function parametersOf(inputSchema: string): readonly ToolParameterReference[] {
  const schema = parseSchema(inputSchema);
  const parameters: ToolParameterReference[] = [];
  addParameters(schema, schema, '', MOST_LEVELS, parameters);
  return Object.freeze(parameters);
}

/** Adds the properties of an object, of the elements of a list, or of any of several alternatives. */
function addParameters(
  node: unknown,
  schema: unknown,
  path: string,
  levels: number,
  parameters: ToolParameterReference[],
): void {
  const object = resolved(node, schema);
  const properties = field(object, 'properties');
  if (levels === 0 || parameters.length >= MOST_PARAMETERS) return;
  if (typeof properties === 'object' && properties !== null) {
    for (const [name, property] of Object.entries(properties)) {
      if (parameters.length >= MOST_PARAMETERS) return;
      const ownPath = path === '' ? name : `${path}.${name}`;
      // Alternatives often share properties.
      if (parameters.some((parameter) => parameter.name === ownPath)) continue;
      const value = resolved(property, schema);
      parameters.push(parameterOf(ownPath, property, value));
      addParameters(value, schema, ownPath, levels - 1, parameters);
    }
  }
  const elements = field(object, 'items');
  if (elements !== undefined) addParameters(elements, schema, path, levels - 1, parameters);
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const alternatives = field(object, keyword);
    if (!Array.isArray(alternatives)) continue;
    for (const alternative of alternatives) addParameters(alternative, schema, path, levels - 1, parameters);
  }
}

function parameterOf(name: string, property: unknown, value: unknown): ToolParameterReference {
  const description = field(property, 'description') ?? field(value, 'description');
  const values = field(value, 'enum') ?? field(field(value, 'items'), 'enum');
  return Object.freeze({
    name,
    ...(typeof description === 'string' ? { description } : {}),
    ...(Array.isArray(values) ? { enum: Object.freeze([...(values as readonly unknown[])]) } : {}),
  });
}

/** The schema that a reference within the document stands for; itself, if it is none or leads nowhere. */
function resolved(node: unknown, schema: unknown): unknown {
  const reference = field(node, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return node;
  const steps = reference.slice(2).split('/');
  return (
    steps.reduce<unknown>((at, step) => field(at, step.replaceAll('~1', '/').replaceAll('~0', '~')), schema) ?? node
  );
}

// A schema that is no JSON is the provider's to reject; here it only means that the parameters are not known.
function parseSchema(inputSchema: string): unknown {
  try {
    return JSON.parse(inputSchema);
  } catch {
    return null;
  }
}

function field(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, name)
    ? (node as Record<string, unknown>)[name]
    : undefined;
}
