import type { AbstractClassType } from '@toolwright/core';
import type { FailureAnalysis } from './FailureAnalysis.js';
import { FailureAnalyzer } from './FailureAnalyzer.js';

/** Explains failures of one class, wherever it stands in the chain of causes. */
export abstract class AbstractFailureAnalyzer<T extends Error> extends FailureAnalyzer {
  /** The class of failures that this analyzer explains. */
  protected abstract readonly failureType: AbstractClassType<T>;

  override analyze(failure: Error): FailureAnalysis | null {
    for (let current: unknown = failure; current instanceof Error; current = current.cause) {
      if (current instanceof this.failureType) return this.analyzeCause(failure, current);
    }
    return null;
  }

  /**
   * @param rootFailure what the start failed with
   * @param cause the failure of this analyzer's class
   * @returns null if there is nothing to say about it
   */
  protected abstract analyzeCause(rootFailure: Error, cause: T): FailureAnalysis | null;
}
