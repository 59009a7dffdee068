import type { Readable } from 'node:stream';

/**
 * Hands out the lines of a text as they come, each cut to so many characters: a writer that never ends its line fills no
 * memory.
 */
export function limitedLines(stream: Readable, maxLength: number, onLine: (line: string) => void): void {
  let line = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    line = (line + first).slice(0, maxLength);
    for (const next of others) {
      onLine(line.replace(/\r$/, ''));
      line = next.slice(0, maxLength);
    }
  });
  stream.once('end', () => {
    if (line !== '') onLine(line);
  });
}
