import { ToolUserError } from '@toolwright/tools';
import { DateTime } from 'luxon';

/** Spelled dates, in the language of the documentation. */
const SPELLED = ['d LLLL yyyy', 'd LLL yyyy', 'LLLL d yyyy', 'LLL d yyyy'];
const RELATIVE_DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** A moment, and whether a time of day was given. */
export interface ParsedDate {
  readonly dateTime: DateTime<true>;
  readonly hasTime: boolean;
}

/**
 * Reads an ISO 8601 date or date-time, a spelled date such as `30 November 2026`, or `now`, `today`, `tomorrow`,
 * `yesterday`.
 *
 * @param zone where a text without offset is meant
 * @param now milliseconds since 1970-01-01 UTC
 * @throws {ToolUserError} if the text is none of these
 */
export function parseDate(text: string, zone: string, now: number): ParsedDate {
  const trimmed = text.trim();
  const current = DateTime.fromMillis(now, { zone });
  if (trimmed.toLowerCase() === 'now' && current.isValid) return { dateTime: current, hasTime: true };
  const days = RELATIVE_DAYS[trimmed.toLowerCase()];
  const iso = DateTime.fromISO(trimmed.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T'), { zone, setZone: true });
  const candidates = [
    ...(days === undefined ? [] : [current.startOf('day').plus({ days })]),
    // A bare number is a year to ISO 8601, but hardly what a user means by a date.
    ...(/^\d+$/.test(trimmed) ? [] : [iso]),
    ...SPELLED.map((format) => DateTime.fromFormat(plain(trimmed), format, { zone, locale: 'en' })),
  ];
  const dateTime = candidates.find((candidate): candidate is DateTime<true> => candidate.isValid);
  if (dateTime) return { dateTime, hasTime: dateTime === iso && /\d[T ]\d|\d:\d/.test(trimmed) };
  throw new ToolUserError(`'${text.slice(0, 60)}' is not a date. Use the form 2026-11-30 or 2026-11-30T14:00.`);
}

/** `the 30th of November, 2026` without ordinals, commas and small words. */
function plain(text: string): string {
  return text
    .slice(0, 60)
    .replaceAll(/(\d)(?:st|nd|rd|th)\b/gi, '$1')
    .replaceAll(/\b(?:the|of)\b|,/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
