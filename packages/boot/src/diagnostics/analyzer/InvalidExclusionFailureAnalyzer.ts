import { InvalidExclusionException } from '../../autoconfigure/InvalidExclusionException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains exclusions of classes that are no auto-configurations (spec BR-12). */
export class InvalidExclusionFailureAnalyzer extends AbstractFailureAnalyzer<InvalidExclusionException> {
  protected override readonly failureType = InvalidExclusionException;
  protected override readonly failureCode = 'INVALID_EXCLUSION';

  protected override analyzeCause(_failure: Error, cause: InvalidExclusionException): FailureAnalysis {
    return { description: cause.message, action: 'Remove these names from the exclusions.', cause };
  }
}
