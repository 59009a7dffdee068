/** Ways to write a text or a name. */
export const CaseStyle = {
  Upper: 'upper',
  Lower: 'lower',
  Title: 'title',
  Sentence: 'sentence',
  Camel: 'camel',
  Pascal: 'pascal',
  Snake: 'snake',
  Kebab: 'kebab',
  Constant: 'constant',
} as const;
export type CaseStyle = (typeof CaseStyle)[keyof typeof CaseStyle];

/** Where a word starts inside a name: `maxToolCalls`, `HTMLParser`. */
const WORD_START = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Writes a text in a style; the styles for names drop everything but letters and digits. */
export function changeCase(text: string, style: CaseStyle): string {
  switch (style) {
    case CaseStyle.Upper:
      return text.toUpperCase();
    case CaseStyle.Lower:
      return text.toLowerCase();
    case CaseStyle.Title:
      return text.toLowerCase().replaceAll(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
    case CaseStyle.Sentence:
      return text.toLowerCase().replaceAll(/(?:^|[.!?]\s+)\P{L}*\p{L}/gu, (start) => start.toUpperCase());
    case CaseStyle.Camel:
      return wordsOf(text)
        .map((word, index) => (index === 0 ? word : capitalize(word)))
        .join('');
    case CaseStyle.Pascal:
      return wordsOf(text).map(capitalize).join('');
    case CaseStyle.Snake:
      return wordsOf(text).join('_');
    case CaseStyle.Kebab:
      return wordsOf(text).join('-');
    case CaseStyle.Constant:
      return wordsOf(text).join('_').toUpperCase();
  }
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((part) => part.split(WORD_START))
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function capitalize(word: string): string {
  return word.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}
