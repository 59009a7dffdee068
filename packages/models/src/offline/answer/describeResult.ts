import { shorten } from '@toolwright/core';
import { pageOf } from './resultPages.js';
import { describeMatches, isMatch } from './describeMatches.js';
import { describeEntries } from './describeEntries.js';
import { describePairs, type Fields, isFields } from './describePairs.js';

const TEXT_LENGTH = 480;
const HEAD_LENGTH = 160;
/** Fields that hold all that a page or file says. */
const WHOLE_TEXTS: readonly string[] = ['text', 'content', 'body', 'markdown'];

/** A result of a tool in at most a few lines: pages first and each once, long texts cut, lists counted. */
export function describeResult(responseData: string): string {
  const value = parse(responseData);
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : shorten(value, TEXT_LENGTH);
  if (Array.isArray(value)) return describeList(value as unknown[]);
  if (isFields(value)) return describeFields(value);
  return value === null ? 'nothing' : JSON.stringify(value);
}

/** The value of a JSON text; the text itself if it is none. */
export function parse(responseData: string): unknown {
  try {
    return JSON.parse(responseData) as unknown;
  } catch {
    return responseData;
  }
}

function describeList(entries: readonly unknown[]): string {
  if (entries.length === 0) return 'nothing was found';
  return entries.some(isMatch) ? describeMatches(entries) : describeEntries(entries);
}

function describeFields(fields: Fields): string {
  const entries = Object.entries(fields);
  const list = entries.find(([, value]) => Array.isArray(value) && value.some(isFields));
  const scalars = Object.fromEntries(entries.filter((entry) => entry !== list));
  if (list) {
    const head = Object.keys(scalars).length > 0 ? `${shorten(describePairs(scalars), HEAD_LENGTH)}; ` : '';
    return `${head}${list[0]}: ${describeList(list[1] as unknown[])}`;
  }
  const page = pageOf(fields);
  const text = page === null ? undefined : WHOLE_TEXTS.map((field) => fields[field]).find((each) => each !== page);
  if (page !== null && typeof text === 'string' && text.trim() !== '') return shorten(`${page}: ${text}`, TEXT_LENGTH);
  return shorten(describePairs(fields), TEXT_LENGTH);
}
