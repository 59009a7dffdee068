/** JSON longer than this is shown as it came: parsing and writing it again would block the page. */
const LIMIT = 200_000;

/** A value, or JSON text, as indented JSON; text that is no JSON is left as it is. */
export function prettyJson(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? 'undefined';
  const start = value.trimStart().charAt(0);
  if (value.length > LIMIT || (start !== '{' && start !== '[')) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
