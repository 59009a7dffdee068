/** What an error says, without the prefixes that servers and clients have put before it (MK-08). */
export function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const text = message.replace(/^(?:MCP error -?\d+: )+/, '');
  const cause = error instanceof Error ? error.cause : undefined;
  return text === 'fetch failed' && cause instanceof Error ? `${text} (${describeCause(cause)})` : text;
}

/** A failed connection to several addresses is an error without a message. */
function describeCause(cause: Error): string {
  const { code } = cause as { code?: unknown };
  return cause.message === '' && typeof code === 'string' ? code : cause.message;
}
