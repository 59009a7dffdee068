import type { AbstractClassType } from '@toolwright/core';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import { typeName } from '../bean/typeName.js';
import { Condition } from './Condition.js';
import type { ConditionContext } from './ConditionContext.js';
import { type ConditionOutcome, match, noMatch } from './ConditionOutcome.js';

/** The condition of `@ConditionalOnSingleCandidate`. */
export class OnSingleCandidateCondition extends Condition {
  readonly #type: AbstractClassType;

  constructor(type: AbstractClassType) {
    super();
    this.#type = type;
  }

  override get phase(): 'bean' {
    return 'bean';
  }

  override matches({ registry }: ConditionContext): ConditionOutcome {
    const about = `@ConditionalOnSingleCandidate (types: ${typeName(this.#type)})`;
    const candidates = registry.defaultCandidates(this.#type);
    const [first, second] = candidates;
    if (first === undefined) return noMatch(`${about} did not find any beans`, { missingBeanTypes: [this.#type] });
    if (second === undefined) return match(`${about} found a single bean ${names(candidates)}`);
    const selection = registry.select(this.#type);
    if (selection.definition) {
      const kind = selection.definition.primary ? 'primary' : 'non-fallback';
      return match(`${about} found a single ${kind} bean '${selection.definition.name}' among ${names(candidates)}`);
    }
    const primaries = candidates.filter(({ primary }) => primary);
    return primaries.length > 1
      ? noMatch(`${about} found multiple primary beans ${names(primaries)}`)
      : noMatch(`${about} found multiple beans ${names(candidates)}`);
  }
}

function names(definitions: readonly BeanDefinition[]): string {
  return definitions.map(({ name }) => `'${name}'`).join(', ');
}
