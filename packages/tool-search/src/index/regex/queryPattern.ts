/** Longest pattern that is built, in characters; a single longer word is kept nevertheless. */
export const MAX_PATTERN_LENGTH = 200;

const PREFIX = '(?i)(';
const SUFFIX = ')';
const SEPARATORS = /[\s,;:.!?()[\]{}"']+/;
const METACHARACTERS = /[\\.*+?^${}[\]|()]/g;

/** Words that say nothing about what a tool does. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the is are was were be been being have has had do does did will would could should may might must shall can need
  dare ought used to of in for on with at by from as into through during before after above below between
  and or but if because until while although this that these those what which who whom whose i me my we our
  you your he him his she her it its they them their all any both each every some no not only just also very too so`.split(
    /\s+/,
  ),
);

/**
 * The words of a query that are looked for: in lower case, each once, without stop words and single letters. A query of
 * nothing but such words keeps them all. Words are left out from the end until their pattern is short enough.
 *
 * @returns nothing for a query without any word, which stands for everything
 */
export function searchedWords(query: string | null | undefined): readonly string[] {
  const words = (query ?? '')
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '');
  const telling = words.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  const searched: string[] = [];
  let length = PREFIX.length + SUFFIX.length;
  for (const word of new Set(telling.length > 0 ? telling : words)) {
    length += escaped(word).length + (searched.length > 0 ? 1 : 0);
    if (length > MAX_PATTERN_LENGTH && searched.length > 0) break;
    searched.push(word);
  }
  return searched;
}

/**
 * The pattern that finds any of the words, literally and without regard to case; one that matches everything if there is
 * none. Spec IX-R01 to IX-R05.
 *
 * @returns a pattern in RE2 syntax
 */
export function patternOf(words: readonly string[]): string {
  return words.length === 0 ? '.*' : `${PREFIX}${words.map(escaped).join('|')}${SUFFIX}`;
}

function escaped(word: string): string {
  return word.replace(METACHARACTERS, '\\$&');
}
