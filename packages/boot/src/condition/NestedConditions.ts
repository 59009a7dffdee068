import { Condition } from './Condition.js';
import type { ConditionContext } from './ConditionContext.js';
import type { ConditionOutcome, ConditionProperty } from './ConditionOutcome.js';

/** A condition made of other conditions, all of which are asked. */
abstract class NestedConditions extends Condition {
  readonly #conditions: readonly Condition[];

  /** @param conditions at least one */
  constructor(...conditions: Condition[]) {
    super();
    this.#conditions = conditions;
  }

  override get phase(): 'configuration' | 'bean' {
    return this.#conditions.some(({ phase }) => phase === 'bean') ? 'bean' : 'configuration';
  }

  override get propertyKeys(): readonly string[] {
    return this.#conditions.flatMap(({ propertyKeys }) => propertyKeys);
  }

  override get singleValueKeys(): readonly string[] {
    return this.#conditions.flatMap(({ singleValueKeys }) => singleValueKeys);
  }

  override matches(context: ConditionContext): ConditionOutcome {
    const outcomes = this.#conditions.map((condition) => condition.matches(context));
    const matching = outcomes.filter(({ matched }) => matched).length;
    const reasons = outcomes.map(({ message }) => message).join('; ');
    return {
      matched: this.decide(matching, outcomes.length),
      message: `${this.name} ${matching} matched ${outcomes.length - matching} did not; ${reasons}`,
      properties: this.seen(outcomes.flatMap(({ properties = [] }) => properties)),
      missingPackages: outcomes.flatMap(({ missingPackages = [] }) => missingPackages),
      missingBeanTypes: outcomes.flatMap(({ missingBeanTypes = [] }) => missingBeanTypes),
    };
  }

  /** The properties of the conditions as this one sees them. */
  protected seen(properties: readonly ConditionProperty[]): readonly ConditionProperty[] {
    return properties;
  }

  protected abstract decide(matching: number, total: number): boolean;
}

/** Matches if all of its conditions do. */
export class AllNestedConditions extends NestedConditions {
  protected override decide(matching: number, total: number): boolean {
    return matching === total;
  }
}

/** Matches if at least one of its conditions does. */
export class AnyNestedCondition extends NestedConditions {
  protected override decide(matching: number): boolean {
    return matching > 0;
  }
}

/** Matches if none of its conditions does. */
export class NoneNestedConditions extends NestedConditions {
  /** What is missing is as it should be. */
  override matches(context: ConditionContext): ConditionOutcome {
    return { ...super.matches(context), missingPackages: [], missingBeanTypes: [] };
  }

  protected override decide(matching: number): boolean {
    return matching === 0;
  }

  protected override seen(properties: readonly ConditionProperty[]): readonly ConditionProperty[] {
    return properties.map((property) => ({ ...property, matched: !property.matched, enabledBy: null }));
  }
}
