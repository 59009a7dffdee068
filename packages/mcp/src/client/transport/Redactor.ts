import { types } from 'node:util';

/** Replaces secrets in texts that people read: logs, messages, events (MX-17). */
export class Redactor {
  readonly #secrets: () => readonly string[];

  /** @param secrets values that must not be seen; those below four characters are too common to be told apart */
  constructor(secrets: readonly string[] | (() => readonly string[])) {
    this.#secrets = typeof secrets === 'function' ? secrets : () => secrets;
  }

  redact(text: string): string {
    const distinct = new Set(this.#secrets().filter(({ length }) => length >= 4));
    let result = text;
    for (const secret of [...distinct].sort((a, b) => b.length - a.length)) result = result.replaceAll(secret, '***');
    return result;
  }

  /**
   * Replaces them in the messages and stacks of an error and its causes, which loggers print. The body of an answer that an
   * error carries stays reachable, but is not printed.
   */
  redactError(error: unknown): void {
    let current = error;
    for (let depth = 0; depth < MAX_CAUSES && types.isNativeError(current); depth += 1) {
      // Some errors cannot be changed.
      Reflect.set(current, 'message', this.redact(current.message));
      if (current.stack !== undefined) Reflect.set(current, 'stack', this.redact(current.stack));
      const { data, cause } = current as { readonly data?: unknown; readonly cause?: unknown };
      if (typeof data === 'object' && data !== null && 'text' in data) {
        Reflect.defineProperty(current, 'data', { value: data, enumerable: false });
      }
      current = cause;
    }
  }
}

/** Of an error; more than any library makes, and an end for causes in a circle. */
const MAX_CAUSES = 10;
