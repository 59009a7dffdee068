import { shorten } from '@toolwright/core';

const VALUE_LENGTH = 160;
const MAX_FIELDS = 10;

/** A result, or an entry of one, that is an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether the value is an object and no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object with their values, each cut to a readable length. */
export function describePairs(fields: Fields): string {
  return Object.entries(fields)
    .slice(0, MAX_FIELDS)
    .map(([key, value]) => `${key}: ${describeValue(value)}`)
    .join(', ');
}

function describeValue(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none';
  return shorten(typeof value === 'string' ? value : JSON.stringify(value), VALUE_LENGTH);
}
