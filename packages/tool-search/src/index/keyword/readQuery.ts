import { analyze, type Term } from './analyze.js';
import { isOneEditApart } from './isOneEditApart.js';
import { exactNameOf, pairOf, type Postings } from './Postings.js';
import { RANKING } from './ranking.js';
import { synonymsOf } from './synonyms.js';

/** A term that a tool may have, and how much it counts. */
export interface QueryTerm {
  readonly id: number;
  readonly weight: number;
}

/** One thing that the query names: the tool's best of several ways to say it counts. */
export interface QueryConcept {
  readonly alternatives: readonly QueryTerm[];
  /** Whether it is a word, which may be in a name; not a pair of words or a whole name. */
  readonly isWord: boolean;
}

/** What counts of a query; more is left out, so that no query is expensive. */
const MOST_WORDS = 200;
const MOST_UNKNOWN_WORDS = 20;
const MOST_FORMS = 5;

/** A word that is taken for a longer one has so many letters, and is so many letters longer than a shorter one at most. */
const SHORTEST_PREFIX = 4;
const LONGEST_ENDING = 4;
const SHORTEST_WORD_WITH_TYPO = 5;

/** The first character of scripts in which one character can be a word. */
const IDEOGRAPHS = 0x2e80;

/** A token that cannot be a name of several words. */
const PLAIN_WORD = /^\p{L}\p{Ll}*[.,:;!?]*$/u;

/** Words of which a name in a query consists at most, if it is written as several words. */
const MOST_WORDS_OF_NAME = 6;

/** What a text looks for in the tools of `postings`; words that no tool has in any form are left out. */
export function readQuery(text: string, postings: Postings): readonly QueryConcept[] {
  const all = analyze(text);
  const telling = all.filter(({ isStopWord }) => !isStopWord);
  const terms = (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
  const concepts: QueryConcept[] = [];
  let unknown = 0;
  for (const [term, { word, count }] of counted(terms)) {
    const known = postings.idOf.has(term);
    if (!known) unknown += 1;
    const weight = 1 + (RANKING.repetition * (count - 1)) / count;
    const alternatives = formsOf(term, weight, postings);
    if (!known && word.length >= SHORTEST_WORD_WITH_TYPO && unknown <= MOST_UNKNOWN_WORDS) {
      alternatives.push(...typosOf(term, weight, postings));
    }
    if (alternatives.length > 0) concepts.push({ alternatives, isWord: true });
  }
  for (const id of new Set([...pairsIn(terms, postings), ...namesIn(text, all, postings)])) {
    concepts.push({ alternatives: [id], isWord: false });
  }
  return concepts;
}

function counted(terms: readonly Term[]): ReadonlyMap<string, { readonly word: string; count: number }> {
  const words = new Map<string, { readonly word: string; count: number }>();
  for (const { term, word } of terms) {
    const known = words.get(term);
    if (known) known.count += 1;
    else words.set(term, { word, count: 1 });
  }
  return words;
}

/** The term itself, longer and shorter forms of it, and its synonyms. */
function formsOf(term: string, weight: number, postings: Postings): QueryTerm[] {
  const { idOf } = postings;
  const forms: QueryTerm[] = [];
  const add = (form: string, weightOfForm: number): boolean => {
    const id = idOf.get(form);
    if (id !== undefined) forms.push({ id, weight: weightOfForm });
    return id !== undefined;
  };
  const known = add(term, weight);
  if (term.length >= SHORTEST_PREFIX || (term.codePointAt(0) ?? 0) >= IDEOGRAPHS) {
    for (const longer of longerWords(term, postings.words)) {
      add(longer, (weight * RANKING.prefix * term.length) / longer.length);
    }
  }
  if (!known) {
    const shortest = Math.max(SHORTEST_PREFIX, term.length - LONGEST_ENDING);
    for (let length = term.length - 1; length >= shortest; length--) {
      if (add(term.slice(0, length), (weight * RANKING.prefix * length) / term.length)) break;
    }
  }
  for (const synonym of synonymsOf(term)) add(synonym, weight * RANKING.synonym);
  return forms;
}

/** The first words that begin with `prefix` and are longer. */
function longerWords(prefix: string, words: readonly string[]): readonly string[] {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as string) <= prefix) low = middle + 1;
    else high = middle;
  }
  const longer: string[] = [];
  for (let at = low; at < words.length && longer.length < MOST_FORMS; at++) {
    const word = words[at] as string;
    if (!word.startsWith(prefix)) break;
    longer.push(word);
  }
  return longer;
}

function typosOf(term: string, weight: number, { words, idOf }: Postings): readonly QueryTerm[] {
  const near: QueryTerm[] = [];
  for (const word of words) {
    if (Math.abs(word.length - term.length) > 1 || !isOneEditApart(term, word)) continue;
    near.push({ id: idOf.get(word) as number, weight: weight * RANKING.typo });
    if (near.length === MOST_FORMS) break;
  }
  return near;
}

function pairsIn(terms: readonly Term[], { idOf }: Postings): readonly QueryTerm[] {
  const pairs = new Set<number>();
  for (let at = 0; at + 1 < terms.length; at++) {
    const id = idOf.get(pairOf((terms[at] as Term).term, (terms[at + 1] as Term).term));
    if (id !== undefined) pairs.add(id);
  }
  return Array.from(pairs, (id) => ({ id, weight: RANKING.pair }));
}

/** Whole names: the query as one, and every token of it that is made of several words. */
function namesIn(text: string, terms: readonly Term[], { idOf }: Postings): readonly QueryTerm[] {
  const names = new Set<number>();
  const add = (words: readonly Term[]): void => {
    const id = idOf.get(exactNameOf(words));
    if (id !== undefined) names.add(id);
  };
  if (terms.length <= MOST_WORDS_OF_NAME) add(terms);
  for (const token of text.split(/\s+/, MOST_WORDS)) {
    const words = PLAIN_WORD.test(token) ? [] : analyze(token);
    if (words.length > 1) add(words);
  }
  return Array.from(names, (id) => ({ id, weight: RANKING.exactName }));
}
