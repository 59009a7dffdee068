import type { Candidate } from './Candidate.js';

/** Longest text that is tried as JSON, in characters. */
const MAX_LENGTH = 20_000;
/** Openings that are tried in one request. */
const MAX_TRIES = 20;

/** The JSON objects and arrays that are written out in a text. */
export function findJson(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  let tries = 0;
  for (let start = 0; start < text.length && tries < MAX_TRIES; start++) {
    if (text[start] !== '{' && text[start] !== '[') continue;
    // `items[0]` is an index, not a list.
    if (text[start] === '[' && /[\w.$\]]/.test(text[start - 1] ?? '')) continue;
    tries++;
    const end = closing(text, start);
    if (end < 0) continue;
    const written = text.slice(start, end);
    try {
      found.push({ kind: 'json', start, end, text: written, value: JSON.parse(written) });
      start = end - 1;
    } catch {
      // Brackets that hold no JSON are ordinary text.
    }
  }
  return found;
}

/** Index behind the bracket that closes the one at `start`, or -1. */
function closing(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  const limit = Math.min(text.length, start + MAX_LENGTH);
  for (let i = start; i < limit; i++) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return i + 1;
  }
  return -1;
}
