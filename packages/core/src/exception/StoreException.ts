import { ToolwrightException } from './ToolwrightException.js';

/** A store outside of this process that could not do what it was asked to. The next operation may succeed. */
export class StoreException extends ToolwrightException {
  override readonly code: string = 'STORE_FAILED';

  /**
   * @param store which one, for people, without credentials, such as `Redis at localhost:6379`
   * @param operation what it was asked to do, such as `append to a conversation`
   * @param mayHaveHappened whether the operation may have been carried out all the same, wholly: the connection broke
   *   after it was sent
   */
  constructor(
    readonly store: string,
    readonly operation: string,
    readonly mayHaveHappened: boolean,
    options?: ErrorOptions,
  ) {
    // Not instanceof: errors of Node.js itself may come from another realm.
    const { message } = (options?.cause ?? {}) as { readonly message?: unknown };
    const reason = typeof message === 'string' && message !== '' ? `: ${message}` : '';
    const doubt = mayHaveHappened ? ' It may have been carried out all the same.' : '';
    super(`${store} could not ${operation}${reason}.${doubt}`, options);
  }
}
