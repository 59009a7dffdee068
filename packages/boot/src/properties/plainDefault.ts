import type { PropertyField } from './propertyFields.js';
import { type ScalarType, singleType } from './PropertyType.js';

/**
 * The value of a field that nothing is configured for, if its default obviously has the field's type; lists and maps are
 * copies.
 *
 * @returns the value undefined if the field has no default, null if it has to be looked at closer
 */
export function plainDefault({ type, defaultValue }: PropertyField): { readonly value: unknown } | null {
  if (defaultValue === undefined || defaultValue === null) return NOTHING;
  const scalar = singleType(type) as ScalarType;
  if (type.kind === 'list') {
    if (!Array.isArray(defaultValue)) return null;
    const items = defaultValue as readonly unknown[];
    return items.every((item) => fits(scalar, item)) ? { value: [...items] } : null;
  }
  if (type.kind === 'map') {
    if (!(defaultValue instanceof Map)) return null;
    const entries = [...(defaultValue as Map<unknown, unknown>)];
    return entries.every(([, item]) => fits(scalar, item)) ? { value: new Map(entries) } : null;
  }
  return fits(scalar, defaultValue) ? { value: defaultValue } : null;
}

const NOTHING = Object.freeze({ value: undefined });

function fits(type: ScalarType, value: unknown): boolean {
  switch (type.kind) {
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'int':
      return Number.isSafeInteger(value);
    case 'number':
    case 'duration':
    case 'datasize':
      return Number.isFinite(value);
    case 'enum':
      return [...type.values.values()].includes(value as string | number);
  }
}
