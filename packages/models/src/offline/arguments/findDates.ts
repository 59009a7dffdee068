import type { Candidate } from './Candidate.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const ISO = /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/g;
const DAY_FIRST = new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\\d{4})(?!\\d)`, 'gi');
const MONTH_FIRST = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'gi');
const DOTTED = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\d.])/g;
const SLASHED = /(?<![\d/])(\d{4})\/(\d{1,2})\/(\d{1,2})(?![\d/])/g;
const EAST_ASIAN = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/g;
const RELATIVE = /\b(today|tomorrow|yesterday)\b/gi;
const TIME = /(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])/g;

/**
 * The dates and times of day of a text: `2026-03-14`, `14 March 2026`, `March 14th, 2026`, `14.3.2026`, `2026/3/14`,
 * `2026年3月14日`, `today`, `14:30`. Dates that do not exist are left out.
 *
 * @param today the day that `today` means
 */
export function findDates(text: string, today: Date): readonly Candidate[] {
  const found: Candidate[] = [];
  const add = (match: RegExpExecArray, year: number, month: number, day: number, rest = '') => {
    const iso = isoDate(year, month, day);
    if (iso) found.push(candidate('date', match, iso + rest));
  };
  for (const match of text.matchAll(ISO)) add(match, Number(match[1]), Number(match[2]), Number(match[3]), match[4]);
  for (const match of text.matchAll(DAY_FIRST)) add(match, Number(match[3]), monthOf(match[2]), Number(match[1]));
  for (const match of text.matchAll(MONTH_FIRST)) add(match, Number(match[3]), monthOf(match[1]), Number(match[2]));
  for (const match of text.matchAll(DOTTED)) add(match, Number(match[3]), Number(match[2]), Number(match[1]));
  for (const match of text.matchAll(SLASHED)) add(match, Number(match[1]), Number(match[2]), Number(match[3]));
  for (const match of text.matchAll(EAST_ASIAN)) add(match, Number(match[1]), Number(match[2]), Number(match[3]));
  for (const match of text.matchAll(RELATIVE)) {
    const shift = { today: 0, tomorrow: 1, yesterday: -1 }[match[0].toLowerCase()] ?? 0;
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + shift);
    add(match, day.getFullYear(), day.getMonth() + 1, day.getDate());
  }
  for (const match of text.matchAll(TIME)) found.push(candidate('time', match, match[0].padStart(5, '0')));
  return found;
}

function candidate(kind: 'date' | 'time', match: RegExpExecArray, value: string): Candidate {
  const [text] = match;
  return { kind, start: match.index, end: match.index + text.length, text, value };
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

function isoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}
