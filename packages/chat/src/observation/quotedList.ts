/** The texts in quotes and brackets, as in `["one", "two"]`; line breaks and quotes in them are escaped. */
export function quotedList(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}
