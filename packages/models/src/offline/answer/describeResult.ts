import { pageOf } from './resultPages.js';
import { shorten } from './shorten.js';

const TEXT_LENGTH = 600;
const ENTRY_LENGTH = 220;
const VALUE_LENGTH = 160;
const MAX_ENTRIES = 5;
const MAX_FIELDS = 10;
/** Fields that hold what an entry says, best first. */
const TEXT_FIELDS: readonly string[] = [
  'snippet',
  'excerpt',
  'text',
  'summary',
  'description',
  'content',
  'line',
  'heading',
  'title',
];

type Fields = Readonly<Record<string, unknown>>;

/** A result of a tool in a few sentences: pages first, long texts cut, lists counted. */
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
  if (entries.every((entry) => typeof entry !== 'object' || entry === null)) {
    const shown = entries.slice(0, 20).map((entry) => shorten(String(entry), VALUE_LENGTH));
    return shown.join(', ') + more(entries.length - shown.length);
  }
  const shown = entries.slice(0, MAX_ENTRIES).map((entry) => `- ${describeEntry(entry)}`);
  return `\n${shown.join('\n')}${more(entries.length - shown.length)}`;
}

function more(count: number): string {
  return count > 0 ? ` … and ${count} more` : '';
}

function describeEntry(entry: unknown): string {
  if (!isFields(entry)) return shorten(typeof entry === 'string' ? entry : JSON.stringify(entry), ENTRY_LENGTH);
  const page = pageOf(entry);
  if (page === null) return shorten(pairs(entry), ENTRY_LENGTH);
  const text = TEXT_FIELDS.map((field) => entry[field]).find((value) => typeof value === 'string' && value !== page);
  return typeof text === 'string' && text.trim() !== '' ? `${page}: ${shorten(text, ENTRY_LENGTH)}` : page;
}

function describeFields(fields: Fields): string {
  const entries = Object.entries(fields);
  const list = entries.find(([, value]) => Array.isArray(value) && value.some(isFields));
  const scalars = entries.filter((entry) => entry !== list);
  if (list) {
    const head = scalars.length > 0 ? `${shorten(pairs(Object.fromEntries(scalars)), ENTRY_LENGTH)}; ` : '';
    return `${head}${list[0]}: ${describeList(list[1] as unknown[])}`;
  }
  return shorten(pairs(fields), TEXT_LENGTH);
}

function pairs(fields: Fields): string {
  const shown = Object.entries(fields).slice(0, MAX_FIELDS);
  return shown
    .map(([key, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `${key}: ${shorten(text, VALUE_LENGTH)}`;
    })
    .join(', ');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
