import type { ToolResponse } from '@toolwright/model';
import { PREVIOUS_RESULT } from '../arguments/findReferences.js';
import { traitOf } from '../arguments/parameterTraits.js';
import { parse } from '../answer/describeResult.js';
import type { ToolParameter } from '../schema/ToolParameter.js';
import { termsOf } from '../words/words.js';

/** Fields that hold the value of a result that is an object, best first. */
const VALUE_FIELDS: readonly string[] = ['result', 'value', 'answer', 'output', 'text', 'content', 'total', 'sum'];

/**
 * Replaces the placeholder for an earlier result by its value, in the type that each parameter takes.
 *
 * @param previous the response that is referred to
 * @param previousArguments the arguments of its call: an object that was named there can be meant by `it`
 */
export function resolveReferences(
  values: ReadonlyMap<ToolParameter, unknown>,
  previous: ToolResponse,
  previousArguments: Readonly<Record<string, unknown>>,
): ReadonlyMap<ToolParameter, unknown> {
  const resolved = new Map(values);
  for (const [parameter, value] of values) {
    if (value === PREVIOUS_RESULT) resolved.set(parameter, valueFor(parameter, previous, previousArguments));
  }
  return resolved;
}

function valueFor(
  parameter: ToolParameter,
  { responseData }: ToolResponse,
  previousArguments: Readonly<Record<string, unknown>>,
): unknown {
  const result = parse(responseData);
  const field = fieldFor(parameter, result);
  if (field !== undefined) return coerce(field, parameter);
  const trait = traitOf(parameter);
  const said = previousArguments[parameter.name];
  if (said !== undefined && (trait === 'identifier' || trait === 'path' || trait === 'url')) return said;
  return coerce(mainValue(result, parameter) ?? result, parameter);
}

/** The entry of the result, or of its first element, that has the parameter's name. */
function fieldFor(parameter: ToolParameter, result: unknown): unknown {
  const subject: unknown = Array.isArray(result) && parameter.kind !== 'array' ? (result as unknown[])[0] : result;
  if (typeof subject !== 'object' || subject === null || Array.isArray(subject)) return undefined;
  const wanted = termsOf(parameter.name).join(' ');
  for (const [key, value] of Object.entries(subject)) if (termsOf(key).join(' ') === wanted) return value;
  const last = parameter.nameTerms.at(-1);
  const trait = traitOf(parameter);
  if (trait === 'identifier')
    return Object.entries(subject).find(([key]) => termsOf(key).at(-1) === last)?.[1] as unknown;
  if (trait === 'path') {
    for (const key of ['path', 'page', 'file']) if (key in subject) return (subject as Record<string, unknown>)[key];
  }
  return undefined;
}

function mainValue(result: unknown, { kind }: ToolParameter): unknown {
  if (typeof result !== 'object' || result === null) return result;
  if (Array.isArray(result)) {
    if (kind === 'array' || kind === 'string') return undefined;
    return (result as unknown[])[0];
  }
  const fields = result as Readonly<Record<string, unknown>>;
  for (const field of VALUE_FIELDS) if (fields[field] !== undefined) return fields[field];
  const values = Object.values(fields);
  if (values.length === 1) return values[0];
  if (kind === 'number' || kind === 'integer') return values.find((value) => typeof value === 'number');
  if (kind === 'array') return values.find((value) => Array.isArray(value));
  return undefined;
}

function coerce(value: unknown, { kind }: ToolParameter): unknown {
  switch (kind) {
    case 'string':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'number':
    case 'integer': {
      const number = typeof value === 'string' ? Number(/[-+]?\d+(?:\.\d+)?/.exec(value)?.[0] ?? Number.NaN) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : value;
    }
    case 'array':
      return Array.isArray(value) ? value : [value];
    default:
      return value;
  }
}
