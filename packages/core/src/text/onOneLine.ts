const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A text on one line: line ends and other control characters are written as `\n` or `\u001b`. Texts of a model or a tool may
 * stand in a message of a log; they must neither look like further entries nor command the terminal.
 */
export function onOneLine(text: string): string {
  return text.replace(/\r\n|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (found) =>
    found === '\r\n' ? '\\n' : (NAMES[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
