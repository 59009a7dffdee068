import { onOneLine } from '@toolwright/core';

/** Keys of pino's own that a line of text shows in another way, or not at all. */
const OWN_KEYS: ReadonlySet<string> = new Set(['level', 'time', 'name', 'msg', 'err']);

/**
 * A line of pino as text for people: `2026-01-02T03:04:05.678Z  WARN [toolwright.chat] message key=value`. It
 * is one line whatever the message and the fields hold; the stack of an error follows on lines of its own only when
 * `withStack` is set.
 */
export function formatLogLine(json: string, withStack: (loggerName: string) => boolean): string {
  const line = JSON.parse(json) as Record<string, unknown>;
  const name = textOf(line['name']);
  const level = textOf(line['level']).toUpperCase();
  let text = `${textOf(line['time'])} ${level.padStart(5)} [${name}] ${textOf(line['msg'])}`;
  for (const [key, value] of Object.entries(line)) {
    if (!OWN_KEYS.has(key)) text += ` ${key}=${textOf(value)}`;
  }
  const error = line['err'] as
    | { readonly type?: string; readonly message?: string; readonly stack?: string }
    | undefined;
  if (error) text += `: ${error.type ?? 'Error'}: ${error.message ?? ''}`;
  text = onOneLine(text);
  if (error?.stack !== undefined && withStack(name)) text += `\n${error.stack}`;
  return `${text}\n`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
