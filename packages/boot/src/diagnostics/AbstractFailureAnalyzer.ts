import { type AbstractClassType, isToolwrightException } from '@toolwright/core';
import type { FailureAnalysis } from './FailureAnalysis.js';
import { FailureAnalyzer } from './FailureAnalyzer.js';

/** The code of an exception class; any text for errors without a constant one. */
type CodeOf<T> = T extends { readonly code: infer C extends string } ? C : string;

/** Explains failures of one class, wherever it stands in the chain of causes. */
export abstract class AbstractFailureAnalyzer<T extends Error> extends FailureAnalyzer {
  /** The class of failures that this analyzer explains. */
  protected abstract readonly failureType: AbstractClassType<T>;

  /**
   * The code of an exception of Toolwright; with it an exception is recognised also when another copy of the package made
   * it, which is no instance of {@link failureType}. Undefined: instances only.
   */
  protected readonly failureCode: CodeOf<T> | undefined;

  override analyze(failure: Error): FailureAnalysis | null {
    for (let current: unknown = failure; current instanceof Error; current = current.cause) {
      if (this.#explains(current)) return this.analyzeCause(failure, current);
    }
    return null;
  }

  /**
   * @param rootFailure what the start failed with
   * @param cause the failure of this analyzer's class
   * @returns null if there is nothing to say about it
   */
  protected abstract analyzeCause(rootFailure: Error, cause: T): FailureAnalysis | null;

  #explains(failure: Error): failure is T {
    if (failure instanceof this.failureType) return true;
    return this.failureCode !== undefined && isToolwrightException(failure) && failure.code === this.failureCode;
  }
}
