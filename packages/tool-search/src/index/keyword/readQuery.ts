import { analyze, type Term } from './analyze.js';
import { isOneEditApart } from './isOneEditApart.js';
import { exactNameOf, pairOf, type Postings } from './Postings.js';
import { RANKING } from './ranking.js';
import { kindsOf } from './kinds.js';
import { synonymsOf } from './synonyms.js';
import { wordWeight } from './wordWeight.js';

/** A term that a tool may have, and how much it counts within its concept. */
export interface QueryTerm {
  readonly id: number;
  readonly weight: number;
}

/** One thing that the query names: the tool's best of several ways to say it counts. */
export interface QueryConcept {
  readonly alternatives: readonly QueryTerm[];
  /** How much the concept counts beside the others. */
  readonly weight: number;
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

/** Text in quotes, of at most 80 characters; an apostrophe within a word begins none. */
const IN_QUOTES = /"([^"]{1,80})"|(?<![\p{L}\p{N}])'([^']{1,80})'(?![\p{L}\p{N}])|“([^”]{1,80})”/gu;

/** Words of which a name in a query consists at most, if it is written as several words. */
const MOST_WORDS_OF_NAME = 6;

/** The terms of a set of tools that words stand for, at the weight of a word that counts fully. */
export type KnownForms = Map<string, readonly QueryTerm[]>;

/**
 * What a text looks for in the tools of `postings`; words that no tool has in any form are left out.
 *
 * @param known what was found out about words by earlier calls for the same tools; filled
 */
export function readQuery(
  text: string,
  postings: Postings,
  known: KnownForms = new Map<string, readonly QueryTerm[]>(),
): readonly QueryConcept[] {
  const all = analyze(text);
  const telling = all.filter(({ isStopWord }) => !isStopWord);
  const terms = (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
  const concepts: QueryConcept[] = [];
  const quoted = termsInQuotes(text);
  let unknown = 0;
  for (const [term, { word, count }] of counted(terms)) {
    let forms = known.get(term);
    if (!forms) {
      const mayBeTypo = !postings.idOf.has(term) && word.length >= SHORTEST_WORD_WITH_TYPO;
      if (mayBeTypo) unknown += 1;
      forms = [
        ...formsOf(term, postings),
        ...(mayBeTypo && unknown <= MOST_UNKNOWN_WORDS ? typosOf(term, postings) : []),
      ];
      known.set(term, forms);
    }
    if (forms.length === 0) continue;
    const repeated = 1 + (RANKING.repetition * (count - 1)) / count;
    const weight = repeated * wordWeight(term) * (quoted.has(term) ? RANKING.quoted : 1);
    concepts.push({ alternatives: forms, weight, isWord: true });
  }
  for (const id of new Set([...pairsIn(terms, postings), ...namesIn(text, all, postings)])) {
    concepts.push({ alternatives: [id], weight: 1, isWord: false });
  }
  return concepts;
}

/** What stands in quotes is most often a value for a tool: a title, a name, a text to be sent. */
function termsInQuotes(text: string): ReadonlySet<string> {
  const quoted = new Set<string>();
  if (!/["'“]/.test(text)) return quoted;
  for (const [, double, single, curly] of text.matchAll(IN_QUOTES)) {
    for (const { term } of analyze(double ?? single ?? curly ?? '')) quoted.add(term);
  }
  return quoted;
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

/** The term itself, longer and shorter forms of it, its synonyms, and what it is a kind of. */
function formsOf(term: string, { idOf, words }: Postings): readonly QueryTerm[] {
  const forms: QueryTerm[] = [];
  const add = (form: string, weight: number): boolean => {
    const id = idOf.get(form);
    if (id !== undefined) forms.push({ id, weight });
    return id !== undefined;
  };
  const isKnown = add(term, 1);
  if (term.length >= SHORTEST_PREFIX || (term.codePointAt(0) ?? 0) >= IDEOGRAPHS) {
    for (const longer of longerWords(term, words)) add(longer, (RANKING.prefix * term.length) / longer.length);
  }
  if (!isKnown) {
    const shortest = Math.max(SHORTEST_PREFIX, term.length - LONGEST_ENDING);
    for (let length = term.length - 1; length >= shortest; length--) {
      if (add(term.slice(0, length), (RANKING.prefix * length) / term.length)) break;
    }
  }
  for (const synonym of synonymsOf(term)) add(synonym, RANKING.synonym);
  for (const kind of kindsOf(term)) add(kind, isKnown ? RANKING.kindOfKnown : RANKING.kind);
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

function typosOf(term: string, { wordsOfLength, idOf }: Postings): readonly QueryTerm[] {
  const near: QueryTerm[] = [];
  for (let length = term.length - 1; length <= term.length + 1; length++) {
    for (const word of wordsOfLength.get(length) ?? []) {
      if (!isOneEditApart(term, word)) continue;
      near.push({ id: idOf.get(word) as number, weight: RANKING.typo });
      if (near.length === MOST_FORMS) return near;
    }
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
