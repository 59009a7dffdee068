/** JSON longer than this is shown as it came: parsing and writing it again would block the page. */
const LIMIT = 200_000;

/** Characters of JSON that stays on one line. */
const LINE = 60;

/** A value, or JSON text, as JSON for reading: on one line if it is short; text that is no JSON is left as it is. */
export function prettyJson(value: unknown): string {
  if (typeof value !== 'string') return layOut(value);
  const start = value.trimStart().charAt(0);
  if (value.length > LIMIT || (start !== '{' && start !== '[')) return value;
  try {
    return layOut(JSON.parse(value));
  } catch {
    return value;
  }
}

function layOut(value: unknown): string {
  const indented = JSON.stringify(value, null, 2) ?? 'undefined';
  const line = indented.length > LINE * 2 ? indented : indented.replace(/\n */g, ' ');
  return line.length > LINE ? indented : line;
}
