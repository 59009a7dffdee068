import type { ErrorObject } from 'ajv';
import { appendToPath } from './appendToPath.js';
import type { ArgumentViolation } from './ArgumentViolation.js';

/** Allowed values of an enum that a message lists at most. */
const MAX_LISTED_VALUES = 50;

/** Words for what ajv found, in the order in which it found it. */
export function describeSchemaErrors(errors: readonly ErrorObject[]): readonly ArgumentViolation[] {
  // The branches of alternatives are summed up by the alternative itself.
  const summary = errors.filter(({ schemaPath }) => !/\/(?:anyOf|oneOf)\/\d/.test(schemaPath));
  const own = summary.length > 0 ? summary : errors;
  const wrongTypes = new Set(own.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  const violations = new Map<string, ArgumentViolation>();
  for (const error of own) {
    // A value of the wrong type has no other faults.
    if (error.keyword !== 'type' && wrongTypes.has(error.instancePath)) continue;
    const violation = toViolation(error);
    violations.set(`${violation.path} ${violation.expectation}`, violation);
  }
  return [...violations.values()];
}

function toViolation(error: ErrorObject): ArgumentViolation {
  const path = toJsonPath(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'required':
      return { path: appendToPath(path, String(params['missingProperty'])), expectation: 'is required' };
    case 'additionalProperties':
      return { path: appendToPath(path, String(params['additionalProperty'])), expectation: 'is not a known key' };
    default:
      return { path, expectation: EXPECTATIONS[error.keyword]?.(params) ?? error.message ?? 'is not valid' };
  }
}

type Params = Readonly<Record<string, unknown>>;

const EXPECTATIONS: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => `must be ${(Array.isArray(type) ? type : [type]).map(typeName).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${listValues(allowedValues as readonly unknown[])}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minLength: ({ limit }) => `must have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  minProperties: ({ limit }) => `must have at least ${count(limit, 'key')}`,
  maxProperties: ({ limit }) => `must have at most ${count(limit, 'key')}`,
  uniqueItems: () => 'must not contain the same item twice',
  pattern: ({ pattern }) => `must match the pattern ${String(pattern)}`,
  format: ({ format }) => `must be ${FORMATS[String(format)] ?? `a valid ${String(format)}`}`,
  anyOf: () => 'must have one of the allowed forms',
  oneOf: () => 'must have exactly one of the allowed forms',
};

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'an ISO 8601 date and time',
  date: 'an ISO 8601 date',
  email: 'an e-mail address',
  uri: 'a URI with its scheme',
  uuid: 'a UUID',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function typeName(type: unknown): string {
  return TYPES[String(type)] ?? String(type);
}

function listValues(values: readonly unknown[]): string {
  const listed = values.slice(0, MAX_LISTED_VALUES).map((value) => JSON.stringify(value));
  return values.length > listed.length ? `${listed.join(', ')}, …` : listed.join(', ');
}

function count(limit: unknown, unit: string): string {
  return `${String(limit)} ${unit}${limit === 1 ? '' : 's'}`;
}

/** `/order/items/0/qty` as `$.order.items[0].qty`. */
function toJsonPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => appendToPath(path, /^\d+$/.test(step) ? Number(step) : step), '$');
}
