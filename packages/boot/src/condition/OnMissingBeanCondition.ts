import { typeName } from '../bean/typeName.js';
import { BeanSearchCondition } from './BeanSearchCondition.js';
import type { ConditionContext } from './ConditionContext.js';
import { type ConditionOutcome, match, noMatch } from './ConditionOutcome.js';

/** The condition of `@ConditionalOnMissingBean`: none of the types and names may be there. */
export class OnMissingBeanCondition extends BeanSearchCondition {
  override matches({ registry, beanType }: ConditionContext): ConditionOutcome {
    const found = this.terms.find(registry, '@ConditionalOnMissingBean', beanType);
    const unwanted = [
      ...[...found.foundByType].map(([type, names]) => `found beans of type '${typeName(type)}' ${names.join(', ')}`),
      ...(found.foundNames.length > 0 ? [`found beans named ${found.foundNames.join(', ')}`] : []),
    ];
    return unwanted.length > 0
      ? noMatch(`${found.description} ${unwanted.join(' and ')}`)
      : match(`${found.description} did not find any beans`);
  }
}
