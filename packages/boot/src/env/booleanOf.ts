/**
 * What a word of the configuration means as a flag: true, on, yes and 1, or false, off, no and 0, in any case (BP-06).
 *
 * @returns undefined for any other text, the empty one included
 */
export function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (/^(true|on|yes|1)$/.test(word)) return true;
  return /^(false|off|no|0)$/.test(word) ? false : undefined;
}
