import type { Context } from '@toolwright/chat';
import { hasText, IllegalArgumentException, ownTextOf } from '@toolwright/core';

/**
 * The session id in a request's context, as text.
 *
 * @throws {IllegalArgumentException} if there is none; the message says how to pass it and what is there (Spec SX-16b)
 */
export function sessionIdOf(context: Context, keyName: string): string {
  const sessionId = ownTextOf(context[keyName]);
  if (hasText(sessionId)) return sessionId;
  const present = Object.keys(context).join(', ') || 'none';
  throw new IllegalArgumentException(
    `context must contain a non-null value for '${keyName}'. Pass it with the request: ` +
      `.advisors(a => a.param('${keyName}', sessionId)). Keys present: ${present}.`,
  );
}
