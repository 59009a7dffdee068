import type { ValueSlot, ValueType } from '../schema/ValueType.js';

/** Whether a value certainly fits and is passed to the tool as it is. A no only means that a closer look is needed. */
export type QuickCheck = (value: unknown) => boolean;

/** Keywords that assert nothing. */
const SILENT_KEYWORDS: ReadonlySet<string> = new Set(['description', 'title', 'default', 'examples', '$comment']);

/** The quick check of a slot; undefined if its values always need the schema or a conversion. */
export function quickCheck(slot: ValueSlot): QuickCheck | undefined {
  if (slot.node || Object.keys(slot.keywords).some((keyword) => !SILENT_KEYWORDS.has(keyword))) return undefined;
  return quickCheckOfType(slot.type);
}

function quickCheckOfType(type: ValueType): QuickCheck | undefined {
  switch (type.kind) {
    case 'any':
      return () => true;
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      // JSON can hold numbers that are too large for one: `1e400`.
      return Number.isFinite;
    case 'integer':
      return Number.isInteger;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'object':
      return (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'enum':
      return (value) => type.values.includes(value as string | number);
    case 'array': {
      const element = Object.keys(type.elementKeywords ?? {}).length > 0 ? undefined : quickCheckOfType(type.element);
      return element && ((value) => Array.isArray(value) && value.every(element));
    }
    default:
      return undefined;
  }
}
