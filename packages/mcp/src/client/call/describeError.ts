/** What an error says, without the prefixes that servers and clients have put before it (MK-08). */
export function describeError(error: unknown): string {
  const text = (messageOf(error) ?? String(error)).replace(/^(?:MCP error -?\d+: )+/, '');
  const cause = text === 'fetch failed' ? describeCause((error as Error).cause) : undefined;
  return cause === undefined ? text : `${text} (${cause})`;
}

/** Errors may come from another realm, so the form decides. */
function messageOf(error: unknown): string | undefined {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** A failed connection to several addresses is an error without a message. */
function describeCause(cause: unknown): string | undefined {
  const message = messageOf(cause);
  return message === '' ? String((cause as { code?: unknown }).code) : message;
}
