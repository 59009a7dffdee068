import { allowsNullNode, type DeclaredValueRules, mapDeclared } from './declaredValue.js';
import { describeClass } from '../schema/describeClass.js';
import type { ValueSlot, ValueType } from '../schema/ValueType.js';

const NUMBER_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER_TEXT = /^[+-]?\d+$/;

/** How unknown keys are treated while values are tidied up. */
export interface UnknownKeys {
  /** Whether they stay, so that the validator finds them. */
  readonly keep: boolean;
  /** Called for each object that had any. */
  readonly dropped: () => void;
}

/**
 * Brings JSON that a model sent into the form that the type asks for, where models are known to be careless: numbers
 * and booleans as text and the reverse (MT-17, MT-18, MT-22), objects and arrays as JSON text (MT-21), null for
 * something optional (MT-30), keys that the schema does not have (MT-25). What is wrong stays wrong for the validator.
 */
export function tidyValue(value: unknown, type: ValueType, unknownKeys: UnknownKeys): unknown {
  switch (type.kind) {
    case 'string':
      return typeof value === 'boolean' || isExactNumber(value) ? String(value) : value;
    case 'number':
    case 'integer':
      return typeof value === 'string' && NUMBER_TEXT.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'bigint':
      return typeof value === 'string' && INTEGER_TEXT.test(value) ? tidyBigInt(value) : value;
    case 'enum':
      return tidyEnum(value, type.values);
    case 'array':
    case 'set': {
      const array = fromJsonText(value, '[');
      return Array.isArray(array) ? array.map((element) => tidyValue(element, type.element, unknownKeys)) : array;
    }
    case 'map':
    case 'record': {
      const object = fromJsonText(value, '{');
      if (!isObject(object)) return object;
      return Object.fromEntries(
        Object.entries(object).map(([key, element]) => [key, tidyValue(element, type.element, unknownKeys)]),
      );
    }
    case 'object':
      return fromJsonText(value, '{');
    case 'class': {
      const object = fromJsonText(value, '{');
      const { properties } = describeClass(type.type);
      return isObject(object) && properties.length > 0 ? tidyObject(object, properties, unknownKeys) : object;
    }
    case 'declared':
      return mapDeclared(value, type, tidyingRules(unknownKeys));
    default:
      return value;
  }
}

function tidyingRules(unknownKeys: UnknownKeys): DeclaredValueRules {
  return {
    leaf: (value, type) => tidyValue(value, type, unknownKeys),
    container: fromJsonText,
    finish: (value) => value,
    dropsNull: true,
    unknownKeys,
  };
}

/** The known keys of an object with tidied values. */
export function tidyObject(
  object: Readonly<Record<string, unknown>>,
  slots: readonly ValueSlot[],
  unknownKeys: UnknownKeys,
): Readonly<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  let known = 0;
  for (const slot of slots) {
    if (!Object.hasOwn(object, slot.name)) continue;
    known += 1;
    const value = object[slot.name];
    if (value === null && !allowsNull(slot)) continue;
    entries.push([slot.name, tidyValue(value, slot.type, unknownKeys)]);
  }
  if (Object.keys(object).length > known) {
    if (unknownKeys.keep) {
      const names = new Set(slots.map((slot) => slot.name));
      entries.push(...Object.entries(object).filter(([key]) => !names.has(key)));
    } else {
      unknownKeys.dropped();
    }
  }
  return Object.fromEntries(entries);
}

/** Whether null is a value of the slot's type rather than a way to leave it out, as for anything optional. */
export function allowsNull(slot: ValueSlot): boolean {
  if (slot.type.kind === 'any' && !slot.node) return slot.required;
  if (slot.type.kind === 'declared' && !slot.node) return allowsNullNode(slot.type.node, slot.type);
  const node = slot.node ?? slot.keywords;
  const type = node['type'];
  if (Array.isArray(type)) return type.includes('null');
  if (type !== undefined) return type === 'null';
  const values = node['enum'];
  if (Array.isArray(values)) return values.includes(null);
  const alternatives = node['anyOf'] ?? node['oneOf'];
  if (Array.isArray(alternatives)) return alternatives.some((branch: { type?: unknown }) => branch.type === 'null');
  return false;
}

/** Of larger whole numbers, such as an id that the model did not quote, digits are lost already. */
function isExactNumber(value: unknown): value is number {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tidyBigInt(text: string): unknown {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text.replace(/^\+/, '');
}

function tidyEnum(value: unknown, values: readonly (string | number)[]): unknown {
  if (values.includes(value as string | number)) return value;
  if (typeof value === 'number' && values.includes(String(value))) return String(value);
  const number = typeof value === 'string' && NUMBER_TEXT.test(value) ? Number(value) : undefined;
  return number !== undefined && values.includes(number) ? number : value;
}

/** What a text holds if it is the JSON of an object or array, as the opening character says; else the value itself. */
function fromJsonText(value: unknown, opening: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(opening)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
