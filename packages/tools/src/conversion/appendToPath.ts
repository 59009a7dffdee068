/** Keys longer than this are cut, because they come from the model and end up in texts for it. */
const MAX_KEY_LENGTH = 100;

/** The JSON path one step below `path`: `$.order.items[0]['odd key']`. */
export function appendToPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  const key = step.length > MAX_KEY_LENGTH ? `${step.slice(0, MAX_KEY_LENGTH)}…` : step;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `${path}.${key}` : `${path}['${key.replaceAll("'", "\\'")}']`;
}
