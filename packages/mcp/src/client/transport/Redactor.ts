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
}
