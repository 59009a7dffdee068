import { type AbstractClassType, hasText, requireNonNull, requireNonNullElements } from '@toolwright/core';
import { isFatal } from './isFatal.js';
import { type ToolExecutionException, thrownName } from './ToolExecutionException.js';
import { ToolExecutionExceptionProcessor } from './ToolExecutionExceptionProcessor.js';

/**
 * Tells the model what went wrong in the words of the exception. Fatal failures end the turn, and so do the classes
 * that were listed.
 */
export class DefaultToolExecutionExceptionProcessor extends ToolExecutionExceptionProcessor {
  readonly #alwaysThrow: boolean;
  readonly #rethrowExceptions: readonly AbstractClassType[];

  /**
   * @param alwaysThrow whether every failure ends the turn
   * @param rethrowExceptions causes that end the turn as they are, without the exception around them
   */
  constructor(alwaysThrow = false, rethrowExceptions: readonly AbstractClassType[] = []) {
    super();
    this.#alwaysThrow = alwaysThrow;
    this.#rethrowExceptions = [...rethrowExceptions];
  }

  static builder(): DefaultToolExecutionExceptionProcessor.Builder {
    return new DefaultToolExecutionExceptionProcessor.Builder();
  }

  /** @throws {IllegalArgumentException} `exception cannot be null` */
  override process(exception: ToolExecutionException): string {
    const { cause, message, toolDefinition } = requireNonNull(exception, 'exception cannot be null');
    if (isFatal(cause)) throw exception;
    if (this.#rethrowExceptions.some((type) => cause instanceof type)) throw cause as Error;
    if (this.#alwaysThrow) throw exception;
    return hasText(message) ? message : `Exception occurred in tool: ${toolDefinition.name} (${thrownName(cause)})`;
  }
}

export namespace DefaultToolExecutionExceptionProcessor {
  /** Builds a processor; by default it throws only what is fatal. */
  export class Builder {
    #alwaysThrow = false;
    #rethrowExceptions: readonly AbstractClassType[] = [];

    alwaysThrow(alwaysThrow: boolean): this {
      this.#alwaysThrow = alwaysThrow;
      return this;
    }

    /** @throws {IllegalArgumentException} if the list or an element is missing */
    rethrowExceptions(rethrowExceptions: readonly AbstractClassType[]): this {
      this.#rethrowExceptions = requireNonNullElements(
        rethrowExceptions,
        'rethrowExceptions cannot be null',
        'rethrowExceptions cannot contain null elements',
      );
      return this;
    }

    build(): DefaultToolExecutionExceptionProcessor {
      return new DefaultToolExecutionExceptionProcessor(this.#alwaysThrow, this.#rethrowExceptions);
    }
  }
}
