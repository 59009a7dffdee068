import type { ToolDefinition } from '@toolwright/tools';
import type { ToolParameterReference, ToolReference } from '../index/ToolReference.js';

const references = new WeakMap<ToolDefinition, ToolReference>();

/**
 * What an index is told about a tool; made once per definition and frozen (Spec NT-09).
 *
 * @param category the group that the tool is in, if any
 */
export function toolReferenceOf(definition: ToolDefinition, category: unknown): ToolReference {
  const known = references.get(definition);
  if (known) return known;
  const parameters = parametersOf(definition.inputSchema);
  const reference: ToolReference = Object.freeze({
    toolName: definition.name,
    summary: definition.description,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(typeof category === 'string' && category !== '' ? { category } : {}),
  });
  references.set(definition, reference);
  return reference;
}

function parametersOf(inputSchema: string): readonly ToolParameterReference[] {
  const properties = field(parseSchema(inputSchema), 'properties');
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.freeze(Object.entries(properties).map(([name, node]) => parameterOf(name, node)));
}

function parameterOf(name: string, node: unknown): ToolParameterReference {
  const description = field(node, 'description');
  const values = field(node, 'enum');
  return Object.freeze({
    name,
    ...(typeof description === 'string' ? { description } : {}),
    ...(Array.isArray(values) ? { enum: Object.freeze([...(values as readonly unknown[])]) } : {}),
  });
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
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined;
}
