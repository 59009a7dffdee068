import type { AbstractClassType } from '@toolwright/core';
import { typeName } from '../bean/typeName.js';
import { type BeanSearch, BeanSearchTerms } from './BeanSearch.js';
import { Condition } from './Condition.js';
import type { ConditionContext } from './ConditionContext.js';
import { type ConditionOutcome, match, noMatch } from './ConditionOutcome.js';

/** The condition of `@ConditionalOnMissingBean`. */
export class OnMissingBeanCondition extends Condition {
  readonly #terms: BeanSearchTerms;

  /** @param search types and names, none of which may be there; default: the declared type */
  constructor(...search: (AbstractClassType | BeanSearch)[]) {
    super();
    this.#terms = new BeanSearchTerms(search);
  }

  override get phase(): 'bean' {
    return 'bean';
  }

  override matches({ registry, beanType }: ConditionContext): ConditionOutcome {
    const found = this.#terms.find(registry, '@ConditionalOnMissingBean', beanType);
    const unwanted = [
      ...[...found.foundByType].map(([type, names]) => `found beans of type '${typeName(type)}' ${names.join(', ')}`),
      ...(found.foundNames.length > 0 ? [`found beans named ${found.foundNames.join(', ')}`] : []),
    ];
    return unwanted.length > 0
      ? noMatch(`${found.description} ${unwanted.join(' and ')}`)
      : match(`${found.description} did not find any beans`);
  }
}
