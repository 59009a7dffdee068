/** Made with the first text: it loads the dictionaries of all languages, which would take a third of a start. */
let segmenter: Intl.Segmenter | undefined;

/** Scripts whose letters are words of their own by UAX 29; a dictionary would join some of them. */
const UNJOINED = /[\p{Script=Han}\p{Script=Hiragana}]/u;

/**
 * The words of a text by the word boundaries of UAX 29, in lower case: an identifier with underscores is one word, one
 * with hyphens is several. No word is left out, shortened or split at its capitals.
 */
export function wordsOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue;
    if (UNJOINED.test(segment)) words.push(...Array.from(segment));
    else words.push(segment.toLowerCase());
  }
  return words;
}
