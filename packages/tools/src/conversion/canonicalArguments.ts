/** Numbers that may lose digits when they are read: texts with them are only equal to themselves. */
const INEXACT_NUMBER = /\d{16}|[eE]\+?\d{3}/;

/**
 * Arguments in a form that is equal for texts that mean the same: keys sorted, numbers spelled one way, no blanks. What
 * is no JSON stands for itself.
 *
 * @internal
 */
export function canonicalArguments(text: string): string {
  if (INEXACT_NUMBER.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text || '{}'), (_key, value: unknown) => sorted(value));
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
