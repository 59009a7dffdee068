/** One token of identifier characters with a wildcard; a question mark at its end is that of a question. */
const GLOB = /^[\p{L}\p{N}_.*?:/-]+$/u;
const WILDCARD = /\*|\?(?=.)/;
const IDENTIFIER_CHARACTER = /[\p{L}\p{N}_]/u;

/** Whether a query is a pattern of names such as `get_*_data`, not words (Spec SX-05). */
export function isGlob(query: string): boolean {
  return GLOB.test(query) && WILDCARD.test(query) && IDENTIFIER_CHARACTER.test(query);
}

/**
 * Whether a pattern stands for the whole of a name: `*` for any characters, `?` for exactly one; case does not count.
 * Takes at most the product of the two lengths, so no pattern is expensive; no regular expression is made of it.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const wanted = pattern.toLowerCase();
  const text = name.toLowerCase();
  let at = 0;
  let inText = 0;
  let star = -1;
  let afterStar = 0;
  while (inText < text.length) {
    if (wanted[at] === '*') {
      star = at++;
      afterStar = inText;
    } else if (wanted[at] === '?' || wanted[at] === text[inText]) {
      at += 1;
      inText += 1;
    } else if (star >= 0) {
      at = star + 1;
      inText = ++afterStar;
    } else {
      return false;
    }
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
}
