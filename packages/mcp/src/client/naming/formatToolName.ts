/** What models accept at most. */
export const MAX_TOOL_NAME_LENGTH = 64;

const ILLEGAL = /[^\p{Script=Han}\u4e00-\u9fff\uf900-\ufaffa-zA-Z0-9_-]/gu;
const ILLEGAL_ASCII = /[^a-zA-Z0-9_-]/gu;

/**
 * Deletes what is neither a Han character, an ASCII letter, a digit, `_` nor `-`, then writes `_` for `-` (MN-02).
 *
 * @param asciiNames deletes Han characters too (MN-12)
 */
export function formatToolName(name: string, asciiNames = false): string {
  return name.replace(asciiNames ? ILLEGAL_ASCII : ILLEGAL, '').replaceAll('-', '_');
}

/** The last `count` characters of a text; a character outside the basic plane counts as one. */
export function lastCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  const points = Array.from(text);
  return points.length <= count ? text : points.slice(points.length - count).join('');
}
