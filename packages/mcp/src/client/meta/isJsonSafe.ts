/** Whether JSON carries the value without loss: plain objects, lists, texts, finite numbers, booleans, null; no cycles. */
export function isJsonSafe(value: unknown, ancestors: readonly object[] = []): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || ancestors.includes(value)) return false;
  const inside = [...ancestors, value];
  if (Array.isArray(value)) return value.every((item) => isJsonSafe(item, inside));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((item) => item === undefined || isJsonSafe(item, inside));
}
