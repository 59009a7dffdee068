import type { ToolParameter } from '../schema/ToolParameter.js';
import { BOILERPLATE_WORDS, STOP_WORDS } from '../words/stopWords.js';
import { synonymsOf } from '../words/synonyms.js';
import { isUnspaced, type Word } from '../words/words.js';
import { overlaps, type Candidate } from './Candidate.js';
import { PREPOSITIONS } from './prepositions.js';
import type { RequestText } from './RequestText.js';
import { traitOf } from './parameterTraits.js';

const MAX_WORDS = 4;
const ASKING = new Set(['which', 'what', 'any', 'each', 'every', 'all', 'how']);
const NOT_VALUES = new Set(['current', 'top', 'root', 'whole', 'entire', 'main', 'parent']);
const FOLDER_WORDS = new Set(['folder', 'directory', 'dir']);
const INTRODUCERS: ReadonlySet<string> = new Set(PREPOSITIONS);

/**
 * Values that have the name of the parameter for a label: `the column nights`, `section Late payment`, and for folders
 * `in the docs folder`. Several words only if they are written as a name.
 */
export function findLabelled(parameter: ToolParameter, request: RequestText): readonly Candidate[] {
  const trait = traitOf(parameter);
  if (parameter.kind !== 'string' || parameter.enumValues) return [];
  if (trait !== 'path' && trait !== 'noun' && trait !== 'identifier' && trait !== 'zone') return [];
  const { text, words } = request;
  const found: Candidate[] = [];
  const add = (first: Word, last: Word) => {
    const value = text.slice(first.start, last.end);
    found.push({ kind: 'labelled', start: first.start, end: last.end, text: value, value });
  };
  for (const [index, word] of words.entries()) {
    if (!isLabel(word, parameter) || ASKING.has(words[index - 1]?.lower ?? '')) continue;
    const next = words[index + 1];
    if (next && isValue(next, request) && /^\s+$/.test(text.slice(word.end, next.start))) {
      const isName = trait !== 'path' && /^\p{Lu}/u.test(next.text);
      add(next, isName ? lastOfName(index + 1, request) : next);
    }
    const before = words[index - 1];
    if (trait === 'noun' && before && isNamed(before) && isValue(before, request)) add(before, before);
    if (trait === 'path' && before && FOLDER_WORDS.has(word.lower) && isValue(before, request)) {
      const introducers = words.slice(Math.max(0, index - 3), index - 1);
      if (introducers.some(({ lower }) => INTRODUCERS.has(lower)) && !NOT_VALUES.has(before.lower)) add(before, before);
    }
  }
  return found;
}

/** Whether the word is a name by its capital letter, not by standing first. */
function isNamed({ text, start }: Word): boolean {
  return start > 0 && /^\p{Lu}/u.test(text);
}

function isLabel(word: Word, { nameTerms }: ToolParameter): boolean {
  if (isUnspaced(word.text) || /[^s]s$/.test(word.lower)) return false;
  return word.terms.every((term) => nameTerms.some((own) => own === term || synonymsOf(own).has(term)));
}

function isValue(word: Word, { candidates }: RequestText): boolean {
  if (STOP_WORDS.has(word.lower) || BOILERPLATE_WORDS.has(word.lower) || INTRODUCERS.has(word.lower)) return false;
  return !candidates.some(({ kind, ...span }) => kind !== 'phrase' && kind !== 'name' && overlaps(span, word));
}

/** The last of the words from `index` on that belong to a name that began there. */
function lastOfName(index: number, request: RequestText): Word {
  const { text, words } = request;
  let last = words[index] as Word;
  for (const word of words.slice(index + 1, index + MAX_WORDS)) {
    if (!isValue(word, request) || !/^[ '’-]+$/.test(text.slice(last.end, word.start))) break;
    last = word;
  }
  return last;
}
