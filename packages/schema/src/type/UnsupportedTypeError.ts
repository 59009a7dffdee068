/** A type that no model can send, found while the type of an argument was read. */
export class UnsupportedTypeError extends Error {
  override readonly name = 'UnsupportedTypeError';

  /**
   * @param what the values in the plural, such as `functions`
   * @param path the properties that lead to it from the argument
   */
  constructor(
    readonly what: string,
    readonly path: readonly string[],
  ) {
    super(`${what} cannot be sent by a model${path.length > 0 ? ` (property '${path.join('.')}')` : ''}`);
  }
}
