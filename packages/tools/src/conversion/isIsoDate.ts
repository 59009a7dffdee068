import { IllegalArgumentException } from '@toolwright/core';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** Whether `text` is an ISO 8601 date or date-time that exists; the offset may be missing, then it is local time. */
export function isIsoDate(text: string): boolean {
  if (!ISO_DATE.test(text) || Number.isNaN(parseIsoDate(text).getTime())) return false;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  // Date rolls 31 February over into March.
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

/** The moment that an ISO 8601 text names; an invalid date for other text. Without an offset it is local time. */
function parseIsoDate(text: string): Date {
  const normalised = text.replace(' ', 'T').replace(',', '.');
  // Date reads a bare date as UTC, unlike everything else without an offset.
  return new Date(normalised.length === 10 ? `${normalised}T00:00:00` : normalised);
}

/**
 * The moment that a text names. Only a schema written by hand lets other text through.
 *
 * @throws {IllegalArgumentException} if it is no ISO 8601 date or date-time
 */
export function toDate(text: string): Date {
  if (!isIsoDate(text)) throw new IllegalArgumentException('A date must be an ISO 8601 date and time');
  return parseIsoDate(text);
}
