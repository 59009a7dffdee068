import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import type { QuickCheck } from './quickCheck.js';

type Json = unknown;

/** One keyword: from its value in the schema to a check; undefined if that value needs the full validator. */
type Keyword = (operand: Json, schema: JsonSchemaNode) => QuickCheck | undefined;

/**
 * The check of a value against a schema of the simple keywords, those of nearly all tools. It says the same as the
 * full validator does, which takes a fifth of a second to load and milliseconds to compile a schema.
 *
 * @returns undefined if the schema has a keyword, or a form of one, that needs the full validator
 */
export function simpleSchemaCheck(schema: Json): QuickCheck | undefined {
  if (schema === true) return ANYTHING;
  if (!isObject(schema)) return undefined;
  const checks: QuickCheck[] = [];
  for (const [name, operand] of Object.entries(schema)) {
    const check = KEYWORDS.get(name)?.(operand, schema);
    if (check === undefined) return undefined;
    if (check !== ANYTHING) checks.push(check);
  }
  return checks.length === 1 ? checks[0] : (value) => fitsAll(value, checks);
}

function fitsAll(value: Json, checks: readonly QuickCheck[]): boolean {
  // Runs in every call of a tool; a closure per check costs more than most checks.
  for (let i = 0; i < checks.length; i++) if (!(checks[i] as QuickCheck)(value)) return false;
  return true;
}

const ANYTHING: QuickCheck = () => true;

const TYPES: ReadonlyMap<Json, QuickCheck> = new Map<Json, QuickCheck>([
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => Number.isFinite(value)],
  ['integer', (value) => Number.isInteger(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['null', (value) => value === null],
  ['array', Array.isArray],
  ['object', isObject],
]);

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', (type) => (Array.isArray(type) ? anyOf(type.map((each) => TYPES.get(each))) : TYPES.get(type))],
  [
    'enum',
    (values) => (Array.isArray(values) && values.every(isScalar) ? (value) => values.includes(value) : undefined),
  ],
  ['const', (wanted) => (isScalar(wanted) ? (value) => value === wanted : undefined)],
  ['anyOf', (schemas) => (Array.isArray(schemas) ? anyOf(schemas.map(simpleSchemaCheck)) : undefined)],
  ['minimum', bound((value, limit) => value >= limit)],
  ['maximum', bound((value, limit) => value <= limit)],
  ['exclusiveMinimum', bound((value, limit) => value > limit)],
  ['exclusiveMaximum', bound((value, limit) => value < limit)],
  [
    'minLength',
    count(
      (value) => typeof value === 'string',
      codePoints,
      (length, limit) => length >= limit,
    ),
  ],
  [
    'maxLength',
    count(
      (value) => typeof value === 'string',
      codePoints,
      (length, limit) => length <= limit,
    ),
  ],
  ['minItems', count(Array.isArray, items, (length, limit) => length >= limit)],
  ['maxItems', count(Array.isArray, items, (length, limit) => length <= limit)],
  ['items', (schema) => onArrays(simpleSchemaCheck(schema))],
  ['required', required],
  ['properties', properties],
  ['additionalProperties', additionalProperties],
  ...['$schema', '$comment', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'].map(
    (name): [string, Keyword] => [name, () => ANYTHING],
  ),
]);

function anyOf(checks: readonly (QuickCheck | undefined)[]): QuickCheck | undefined {
  if (checks.length === 0 || !checks.every((check) => check !== undefined)) return undefined;
  return (value) => checks.some((check) => check(value));
}

function bound(holds: (value: number, limit: number) => boolean): Keyword {
  return (limit) =>
    typeof limit === 'number' ? (value) => !Number.isFinite(value) || holds(value as number, limit) : undefined;
}

function count<T>(
  applies: (value: unknown) => value is T,
  lengthOf: (value: T) => number,
  holds: (length: number, limit: number) => boolean,
): Keyword {
  return (limit) =>
    Number.isInteger(limit) && (limit as number) >= 0
      ? (value) => !applies(value) || holds(lengthOf(value), limit as number)
      : undefined;
}

/** JSON Schema counts characters, not UTF-16 units. */
function codePoints(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function items(values: readonly unknown[]): number {
  return values.length;
}

function onArrays(check: QuickCheck | undefined): QuickCheck | undefined {
  return check && ((value) => !Array.isArray(value) || value.every(check));
}

function required(names: Json): QuickCheck | undefined {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
  return (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name));
}

function properties(schemas: Json): QuickCheck | undefined {
  if (!isObject(schemas)) return undefined;
  const checks = new Map<string, QuickCheck>();
  for (const [name, schema] of Object.entries(schemas)) {
    const check = simpleSchemaCheck(schema);
    if (check === undefined) return undefined;
    checks.set(name, check);
  }
  return (value) => !isObject(value) || ownValuesFit(value, checks);
}

/** By the keys of the value, which are fewer than those of the schema where most are optional. */
function ownValuesFit(value: Readonly<Record<string, Json>>, checks: ReadonlyMap<string, QuickCheck>): boolean {
  const names = Object.keys(value);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    if (checks.get(name)?.(value[name]) === false) return false;
  }
  return true;
}

function additionalProperties(allowed: Json, schema: JsonSchemaNode): QuickCheck | undefined {
  if (allowed === true) return ANYTHING;
  const known = new Set(isObject(schema.properties) ? Object.keys(schema.properties) : []);
  if (allowed === false) return (value) => !isObject(value) || Object.keys(value).every((name) => known.has(name));
  const check = simpleSchemaCheck(allowed);
  return (
    check && ((value) => !isObject(value) || Object.keys(value).every((name) => known.has(name) || check(value[name])))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
