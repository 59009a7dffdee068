/** Endings that are taken off, longest first, with what stays of them; only if enough of the word is left. */
const ENDINGS: readonly (readonly [ending: string, replacement: string, minimumRest: number])[] = [
  ['ations', '', 4],
  ['ation', '', 4],
  ['ators', '', 4],
  ['ator', '', 4],
  ['ating', '', 4],
  ['ated', '', 4],
  ['ates', '', 4],
  ['ate', '', 4],
  ['ments', '', 4],
  ['ment', '', 4],
  ['ies', 'i', 2],
  ['sses', 'ss', 1],
  ['ches', 'ch', 2],
  ['shes', 'sh', 2],
  ['xes', 'x', 2],
  ['ing', '', 3],
  ['ed', '', 3],
  ['es', '', 3],
  ['ly', '', 4],
];

/**
 * A rough common form of an English word in lower case, so that `converts`, `converting` and `converted` are one term.
 * It is light on purpose: forms that it does not bring together are found by their common beginning.
 */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  for (const [ending, replacement, minimumRest] of ENDINGS) {
    const rest = word.length - ending.length;
    if (rest >= minimumRest && word.endsWith(ending)) return tidy(word.slice(0, rest) + replacement);
  }
  if (word.endsWith('s') && !/[sui]s$/.test(word)) return tidy(word.slice(0, -1));
  return tidy(word);
}

/** Takes off a final `e`, makes a final `y` an `i`, and undoes the doubled consonant of `stopping`. */
function tidy(word: string): string {
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1);
  if (word.length > 2 && word.endsWith('y')) return `${word.slice(0, -1)}i`;
  if (word.length > 4 && /([bdgmnprt])\1$/.test(word)) return word.slice(0, -1);
  return word;
}
