/** What can be picked out of a text. */
export const ExtractKind = {
  Emails: 'emails',
  Urls: 'urls',
  Numbers: 'numbers',
  Dates: 'dates',
  Hashtags: 'hashtags',
  Quotes: 'quotes',
} as const;
export type ExtractKind = (typeof ExtractKind)[keyof typeof ExtractKind];

/** Fixed patterns, each of linear time: bounded repetitions, and no two that can match the same characters. */
const PATTERNS: Readonly<Record<ExtractKind, RegExp>> = {
  emails: /(?<![\w.+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu,
  urls: /\bhttps?:\/\/[^\s<>"'`]{1,2000}/giu,
  numbers: /(?<![\p{L}\p{N}_.])-?\d{1,300}(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?(?!\p{N})/gu,
  dates: /(?<!\d)\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d)/gu,
  hashtags: /(?<![\p{L}\p{N}_#])#[\p{L}\p{M}\p{N}_]{1,100}/gu,
  quotes: /"[^"\n]{1,2000}"|“[^”\n]{1,2000}”|«[^»\n]{1,2000}»/gu,
};

/** All finds in the order of the text, each once. */
export function extractFromText(text: string, kind: ExtractKind): readonly string[] {
  const finds = Array.from(text.matchAll(PATTERNS[kind]), ([find]) => find);
  if (kind === ExtractKind.Quotes) return unique(finds.map((find) => find.slice(1, -1)));
  // A sentence may end right behind an address.
  return unique(kind === ExtractKind.Urls ? finds.map((find) => find.replace(/[.,;:!?)\]]{1,10}$/, '')) : finds);
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
