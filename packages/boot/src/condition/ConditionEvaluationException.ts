import { ToolwrightException } from '@toolwright/core';

/** A condition, instead of matching or not, threw; `cause` is what it threw. */
export class ConditionEvaluationException extends ToolwrightException {
  override readonly code = 'CONDITION_EVALUATION';

  /** @param source the class or method that carries the condition: `Tools` or `Tools.index` */
  constructor(
    readonly source: string,
    cause: unknown,
  ) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Error processing condition on ${source}: ${reason}`, { cause });
  }
}
