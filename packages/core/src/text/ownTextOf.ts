/**
 * A value as text, for ids that may be numbers, dates or objects: `''` for nothing and for an object without a text of its
 * own, since all such objects have the same one.
 */
export function ownTextOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const hasOwnText = typeof value.toString === 'function' && value.toString !== Object.prototype.toString;
  return hasOwnText ? (value as { toString(): string }).toString() : '';
}
