import { ConditionEvaluationException } from '../../condition/ConditionEvaluationException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a condition that threw (spec BC-19). */
export class ConditionEvaluationFailureAnalyzer extends AbstractFailureAnalyzer<ConditionEvaluationException> {
  protected override readonly failureType = ConditionEvaluationException;
  protected override readonly failureCode = 'CONDITION_EVALUATION';

  protected override analyzeCause(_failure: Error, cause: ConditionEvaluationException): FailureAnalysis {
    return { description: cause.message, action: `Correct the condition on ${cause.source}.`, cause };
  }
}
