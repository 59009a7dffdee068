import type { JsonSchemaNode } from './JsonSchemaNode.js';
import type { ValidatorConstraint } from './classValidatorMetadata.js';
import { enumValues } from './resolveValueType.js';
import { ANY, type ValueType } from './ValueType.js';

/** What validators say about a value in terms of JSON Schema. */
export interface ConstraintKeywords {
  /** The type they imply, if any. */
  readonly type: ValueType | undefined;
  readonly keywords: JsonSchemaNode;
  /** Whether the schema says less than the validators, so that class-validator must also look at the value. */
  readonly incomplete: boolean;
  /** Patterns that a schema cannot hold because of their flags. */
  readonly flaggedPatterns: readonly RegExp[];
}

/** One validator as keywords, and the type that it implies. */
interface Mapping {
  readonly type?: ValueType;
  readonly keywords?: JsonSchemaNode;
  readonly incomplete?: boolean;
}

const STRING: ValueType = { kind: 'string' };
const NUMBER: ValueType = { kind: 'number' };
const ARRAY: ValueType = { kind: 'array', element: ANY };

/** By class-validator's name. A format says less than the validator of that name, which therefore also runs. */
const MAPPINGS: Readonly<Record<string, (...args: readonly never[]) => Mapping>> = {
  isInt: () => ({ type: { kind: 'integer' } }),
  isNumber: (options?: object) => ({ type: NUMBER, incomplete: Object.keys(options ?? {}).length > 0 }),
  isString: () => ({ type: STRING }),
  isBoolean: () => ({ type: { kind: 'boolean' } }),
  isObject: () => ({ type: { kind: 'object' } }),
  isArray: () => ({ type: ARRAY }),
  isDate: () => ({ type: { kind: 'date' } }),
  isEnum: (entity: Readonly<Record<string, string | number>>) => ({
    type: { kind: 'enum', values: enumValues(entity) },
  }),
  isIn: (values: readonly (string | number)[]) => ({ type: { kind: 'enum', values } }),
  equals: (value: unknown) => ({ ...typeOfConstant(value), keywords: { const: value } }),
  min: (minimum: number) => ({ keywords: { minimum } }),
  max: (maximum: number) => ({ keywords: { maximum } }),
  isPositive: () => ({ keywords: { exclusiveMinimum: 0 } }),
  isNegative: () => ({ keywords: { exclusiveMaximum: 0 } }),
  isDivisibleBy: (multipleOf: number) => ({ keywords: { multipleOf } }),
  isLength: (minLength?: number, maxLength?: number) => ({
    keywords: { ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) },
  }),
  minLength: (minLength: number) => ({ keywords: { minLength } }),
  maxLength: (maxLength: number) => ({ keywords: { maxLength } }),
  isNotEmpty: () => ({ keywords: { minLength: 1 } }),
  isEmail: () => ({ type: STRING, keywords: { format: 'email' }, incomplete: true }),
  isUrl: () => ({ type: STRING, keywords: { format: 'uri' }, incomplete: true }),
  isUuid: () => ({ type: STRING, keywords: { format: 'uuid' }, incomplete: true }),
  isDateString: () => ({ type: STRING, keywords: { format: 'date-time' }, incomplete: true }),
  isIso8601: () => ({ type: STRING, keywords: { format: 'date-time' }, incomplete: true }),
  arrayMinSize: (minItems: number) => ({ type: ARRAY, keywords: { minItems } }),
  arrayMaxSize: (maxItems: number) => ({ type: ARRAY, keywords: { maxItems } }),
  arrayNotEmpty: () => ({ type: ARRAY, keywords: { minItems: 1 } }),
  arrayUnique: (identifier?: unknown) => ({
    type: ARRAY,
    keywords: identifier ? {} : { uniqueItems: true },
    incomplete: identifier !== undefined && identifier !== null,
  }),
};

/** Names that say nothing about the value itself. */
const SILENT: ReadonlySet<string> = new Set(['nested', 'optional', 'allow', 'isDefined', 'isOptional']);

/** Translates the validators of one property, or of its elements. */
export function constraintKeywords(
  constraints: readonly ValidatorConstraint[],
  declaredType: ValueType | undefined,
): ConstraintKeywords {
  let type: ValueType | undefined;
  let incomplete = false;
  const keywords: Record<string, unknown> = {};
  const flaggedPatterns: RegExp[] = [];
  for (const { name, args } of constraints) {
    if (SILENT.has(name)) continue;
    if (name === 'matches') {
      const pattern = new RegExp(args[0] as RegExp | string, args[1] as string | undefined);
      if (/^u?$/.test(pattern.flags) && !('pattern' in keywords)) keywords['pattern'] = pattern.source;
      else {
        incomplete = true;
        if (!/^u?$/.test(pattern.flags)) flaggedPatterns.push(pattern);
      }
      continue;
    }
    const mapping = MAPPINGS[name]?.(...(args as readonly never[]));
    if (name === 'isNotEmpty' && !isText(type ?? declaredType, constraints)) {
      incomplete = true;
      continue;
    }
    if (!mapping) {
      incomplete = true;
      continue;
    }
    // The most specific type wins: an enum or an integer says more than a string or a number.
    if (mapping.type && (type === undefined || isMoreSpecific(mapping.type, type))) type = mapping.type;
    Object.assign(keywords, mapping.keywords);
    incomplete ||= mapping.incomplete === true;
  }
  return { type, keywords, incomplete, flaggedPatterns };
}

function isMoreSpecific(candidate: ValueType, current: ValueType): boolean {
  return candidate.kind === 'enum' || (candidate.kind === 'integer' && current.kind === 'number');
}

function isText(type: ValueType | undefined, constraints: readonly ValidatorConstraint[]): boolean {
  return type?.kind === 'string' || constraints.some(({ name }) => name === 'isString');
}

function typeOfConstant(value: unknown): { type?: ValueType } {
  if (typeof value === 'string') return { type: STRING };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? { kind: 'integer' } : NUMBER };
  if (typeof value === 'boolean') return { type: { kind: 'boolean' } };
  return {};
}
