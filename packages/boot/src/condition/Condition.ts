import type { ConditionContext } from './ConditionContext.js';
import type { ConditionOutcome } from './ConditionOutcome.js';

/**
 * Decides whether a configuration or a bean is registered. Conditions run on definitions: no bean exists yet. The
 * conditions of one class or method are asked in the order they are written, those of phase `configuration` first, and
 * the first that does not match ends the questions.
 */
export abstract class Condition {
  /** `configuration`: depends on the environment only; `bean`: also on what is registered so far. */
  get phase(): 'configuration' | 'bean' {
    return 'configuration';
  }

  /** The name in reports; default: the class's name. */
  get name(): string {
    return this.constructor.name;
  }

  /** The configuration keys that this condition reads, so that they are not reported as unknown. */
  get propertyKeys(): readonly string[] {
    return [];
  }

  /** Those of {@link propertyKeys} that must not be lists or maps, because the condition asks for one value (BH-10). */
  get singleValueKeys(): readonly string[] {
    return [];
  }

  abstract matches(context: ConditionContext): ConditionOutcome;
}
