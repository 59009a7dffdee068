/**
 * A text of at most `length` characters on one line, cut between words where possible; what was cut off is marked by `…`.
 *
 * @param length in UTF-16 units, at least 2
 */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  let cut = line.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  if (space > length * 0.6) cut = cut.slice(0, space);
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:.]+$/, '')}…`;
}
