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
 * The pattern that a query stands for: its words in lower case, without stop words and single letters, as alternatives
 * that are matched literally and without regard to case. A query of nothing but such words keeps them all; one
 * without any word matches everything. Spec IX-R01 to IX-R05.
 *
 * @returns a pattern in RE2 syntax
 */
export function convertQueryToPattern(query: string | null | undefined): string {
  const words = (query ?? '')
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '');
  const telling = words.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  const tokens = new Set(telling.length > 0 ? telling : words);
  if (tokens.size === 0) return '.*';
  const alternatives: string[] = [];
  let length = PREFIX.length + SUFFIX.length;
  for (const token of tokens) {
    const escaped = token.replace(METACHARACTERS, '\\$&');
    length += escaped.length + (alternatives.length > 0 ? 1 : 0);
    if (length > MAX_PATTERN_LENGTH && alternatives.length > 0) break;
    alternatives.push(escaped);
  }
  return `${PREFIX}${alternatives.join('|')}${SUFFIX}`;
}
