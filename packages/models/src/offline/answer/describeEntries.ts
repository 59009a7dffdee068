import { shorten } from '@toolwright/core';
import { describePairs, type Fields, isFields } from './describePairs.js';
import { pageOf } from './resultPages.js';

const LIST_LENGTH = 440;
const ENTRY_LENGTH = 160;
const MAX_LINES = 3;
/** Fields that name an entry which has no page. */
const NAMES: readonly string[] = ['heading', 'label', 'id', 'key'];
/** Fields that say nothing to a reader. */
const SILENT = new Set(['score', 'anchor', 'level']);

/** The entries of a list in one text, each page once with what is said about it; entries past its end are counted. */
export function describeEntries(entries: readonly unknown[]): string {
  const details = new Map<string, string[]>();
  for (const entry of entries) {
    const name = nameOf(entry);
    if (name === null) return describeRows(entries);
    const known = details.get(name) ?? [];
    const detail = isFields(entry) ? detailOf(entry, name) : '';
    details.set(name, detail === '' || known.includes(detail) ? known : [...known, detail]);
  }
  const items = [...details].map(([name, said]) =>
    shorten(said.length > 0 ? `${name} (${said.join('; ')})` : name, ENTRY_LENGTH),
  );
  let length = 0;
  const shown = items.filter((item, index) => {
    length += item.length + 2;
    return index === 0 || length <= LIST_LENGTH;
  });
  return shown.join(', ') + more(items.length - shown.length);
}

/** Entries that have no name, such as the rows of a table: the first ones with all their fields, one in a line. */
function describeRows(entries: readonly unknown[]): string {
  const shown = entries.slice(0, MAX_LINES).map((entry) => {
    const text = isFields(entry) ? describePairs(entry) : typeof entry === 'string' ? entry : JSON.stringify(entry);
    return `- ${shorten(text, ENTRY_LENGTH - 2)}`;
  });
  return `\n${shown.join('\n')}${more(entries.length - shown.length)}`;
}

function more(count: number): string {
  return count > 0 ? ` … and ${count} more` : '';
}

function nameOf(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  if (!isFields(entry)) return null;
  const name = NAMES.map((field) => entry[field]).find((value) => typeof value === 'string' && value !== '');
  return pageOf(entry) ?? (typeof name === 'string' ? name : null);
}

function detailOf(entry: Fields, name: string): string {
  const said: string[] = [];
  for (const [key, value] of Object.entries(entry)) {
    if (value === name || value === null || value === '' || SILENT.has(key)) continue;
    if (typeof value === 'string') said.push(value);
    else if (Array.isArray(value)) said.push(value.map(String).join(' '));
    else if (typeof value === 'number' || typeof value === 'boolean') said.push(`${key} ${String(value)}`);
  }
  return said.join(', ');
}
