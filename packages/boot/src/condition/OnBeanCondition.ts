import type { AbstractClassType } from '@toolwright/core';
import { typeName } from '../bean/typeName.js';
import { type BeanSearch, BeanSearchTerms } from './BeanSearch.js';
import { Condition } from './Condition.js';
import type { ConditionContext } from './ConditionContext.js';
import { type ConditionOutcome, match, noMatch } from './ConditionOutcome.js';

/** The condition of `@ConditionalOnBean`. */
export class OnBeanCondition extends Condition {
  readonly #terms: BeanSearchTerms;

  /** @param search types and names, all of which must be there; default: the declared type */
  constructor(...search: (AbstractClassType | BeanSearch)[]) {
    super();
    this.#terms = new BeanSearchTerms(search);
  }

  override get phase(): 'bean' {
    return 'bean';
  }

  override matches({ registry, beanType }: ConditionContext): ConditionOutcome {
    const found = this.#terms.find(registry, '@ConditionalOnBean', beanType);
    const missing = [
      ...(found.missingTypes.length > 0
        ? [`did not find any beans of type ${found.missingTypes.map(typeName).join(', ')}`]
        : []),
      ...(found.missingNames.length > 0 ? [`did not find any beans named ${found.missingNames.join(', ')}`] : []),
    ];
    if (missing.length > 0) return noMatch(`${found.description} ${missing.join(' and ')}`);
    const names = [...new Set([...found.foundByType.values()].flat().concat(found.foundNames))];
    return match(
      `${found.description} found ${names.length === 1 ? 'bean' : 'beans'} ${names.map((n) => `'${n}'`).join(', ')}`,
    );
  }
}
