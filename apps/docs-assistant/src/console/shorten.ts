/**
 * One line of at most `limit` characters: white space is folded and the rest cut at a character boundary.
 *
 * @param limit in characters, at least 2
 */
export function shorten(text: string, limit: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line.length <= limit) return line;
  const characters = [...line];
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}
