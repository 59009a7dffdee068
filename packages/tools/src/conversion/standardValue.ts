import type { MaybePromise } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../schema/StandardSchema.js';
import type { ArgumentViolation } from './ArgumentViolation.js';
import { appendToPath } from './appendToPath.js';
import { isThenable } from './convertResult.js';
import { ToolArgumentsException } from './ToolArgumentsException.js';
import { withoutLongValue } from './withoutLongValue.js';

/** Libraries may repeat a value in a message; longer ones are cut. */
const MAX_MESSAGE_LENGTH = 200;

/**
 * What a Standard Schema makes of a value, defaults and transformations included.
 *
 * @param nameOf the name that the model uses for a key of the value itself; default the key
 * @throws {ToolArgumentsException} if the schema refuses it
 * @throws {ToolExecutionException} of phase `arguments` if the schema itself fails
 */
export function standardValue(
  schema: StandardSchema,
  value: unknown,
  definition: ToolDefinition,
  nameOf: (key: string) => string = (key) => key,
): MaybePromise<unknown> {
  const accept = (checked: CheckedValue): unknown => {
    if (!checked.violations) return checked.value;
    throw ToolArgumentsException.invalid(definition, checked.violations);
  };
  const fail = (cause: unknown): never => {
    throw new ToolExecutionException(definition, cause, { phase: 'arguments' });
  };
  let checked: MaybePromise<CheckedValue>;
  try {
    checked = checkedValue(schema, value, nameOf);
  } catch (cause) {
    return fail(cause);
  }
  return isThenable(checked) ? checked.then(accept, fail) : accept(checked);
}

/** A value as its schema parses it, or what is wrong with it. */
export type CheckedValue =
  | { readonly value: unknown; readonly violations?: undefined }
  | { readonly violations: readonly ArgumentViolation[] };

/**
 * What a Standard Schema says about a value.
 *
 * @param nameOf the name that the model uses for a key of the value itself; default the key
 * @throws what the schema itself fails with
 */
export function checkedValue(
  schema: StandardSchema,
  value: unknown,
  nameOf: (key: string) => string = (key) => key,
): MaybePromise<CheckedValue> {
  const accept = (result: StandardResult<unknown>): CheckedValue =>
    result.issues
      ? { violations: result.issues.map((issue) => toViolation(issue, value, nameOf)) }
      : { value: result.value };
  const result = schema['~standard'].validate(value);
  return isThenable(result) ? result.then(accept) : accept(result);
}

function toViolation(
  { message, path = [] }: StandardIssue,
  value: unknown,
  nameOf: (key: string) => string,
): ArgumentViolation {
  const steps = path.map((step) => (typeof step === 'object' ? step.key : step));
  const jsonPath = steps.reduce<string>((parent, step, depth) => {
    if (typeof step === 'number') return appendToPath(parent, step);
    return appendToPath(parent, depth === 0 ? nameOf(String(step)) : String(step));
  }, '$');
  // Some libraries start their messages with the path.
  const prefixes = steps.length > 0 ? [`${steps.map(String).join('.')} `, `${jsonPath.slice('$.'.length)} `] : [];
  const prefix = prefixes.find((candidate) => message.startsWith(candidate)) ?? '';
  const own = message.slice(prefix.length);
  const text = withoutLongValue(own, valueAt(value, steps));
  return {
    path: jsonPath,
    expectation: text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text,
  };
}

function valueAt(value: unknown, steps: readonly PropertyKey[]): unknown {
  return steps.reduce<unknown>(
    (parent, step) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, step)
        ? (parent as Readonly<Record<PropertyKey, unknown>>)[step]
        : undefined,
    value,
  );
}
