/** Longer values of arguments are not repeated to the model (TX-05). */
const MAX_VALUE_LENGTH = 100;

/** A message of an application or a library about a value, which it may repeat; a long one is cut. */
export function withoutLongValue(message: string, value: unknown): string {
  if (message.length <= MAX_VALUE_LENGTH) return message;
  const text = typeof value === 'string' ? value : jsonOf(value);
  // class-validator puts a value into `$value` by a replacement, in which `$&` and the like have a meaning.
  return [text, jsonOf(text).slice(1, -1), '$value'.replace('$value', text)]
    .filter((repeated) => repeated.length > MAX_VALUE_LENGTH)
    .reduce((shown, repeated) => shown.replaceAll(repeated, () => `${repeated.slice(0, MAX_VALUE_LENGTH)}…`), message);
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
