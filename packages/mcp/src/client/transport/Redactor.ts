/** Replaces secrets in texts that people read: logs, messages, events (MX-17). */
export class Redactor {
  readonly #secrets: readonly string[];

  /** @param secrets values that must not be seen; those below four characters are too common to be told apart */
  constructor(secrets: readonly string[]) {
    const distinct = new Set(secrets.filter(({ length }) => length >= 4));
    this.#secrets = [...distinct].sort((a, b) => b.length - a.length);
  }

  redact(text: string): string {
    let result = text;
    for (const secret of this.#secrets) result = result.replaceAll(secret, '***');
    return result;
  }
}
