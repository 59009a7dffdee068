import type { Context } from '@toolwright/chat';
import { hasText, IllegalArgumentException } from '@toolwright/core';

/**
 * The session id in a request's context, as text.
 *
 * @throws {IllegalArgumentException} if there is none; the message says how to pass it and what is there (Spec SX-16b)
 */
export function sessionIdOf(context: Context, keyName: string): string {
  const value = context[keyName];
  const sessionId = value === undefined || value === null || isPlainObject(value) ? '' : String(value as string);
  if (hasText(sessionId)) return sessionId;
  const present = Object.keys(context).join(', ') || 'none';
  throw new IllegalArgumentException(
    `context must contain a non-null value for '${keyName}'. Pass it with the request: ` +
      `.advisors(a => a.param('${keyName}', sessionId)). Keys present: ${present}.`,
  );
}

/** Whether the value has no text of its own, so that all sessions would have the same id. */
function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && value.toString === Object.prototype.toString;
}
