import type { Context } from '@toolwright/chat';
import { hasText, IllegalArgumentException } from '@toolwright/core';

/**
 * The session id in a request's context, as text.
 *
 * @throws {IllegalArgumentException} if there is none; the message says how to pass it and what is there (Spec SX-16b)
 */
export function sessionIdOf(context: Context, keyName: string): string {
  const sessionId = textOf(context[keyName]);
  if (hasText(sessionId)) return sessionId;
  const present = Object.keys(context).join(', ') || 'none';
  throw new IllegalArgumentException(
    `context must contain a non-null value for '${keyName}'. Pass it with the request: ` +
      `.advisors(a => a.param('${keyName}', sessionId)). Keys present: ${present}.`,
  );
}

/** The text of the value, `''` if it has none of its own: all sessions would have the same. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const hasOwnText = typeof value.toString === 'function' && value.toString !== Object.prototype.toString;
  return hasOwnText ? (value as { toString(): string }).toString() : '';
}
