import { typeName } from '../bean/typeName.js';
import { BeanSearchCondition } from './BeanSearchCondition.js';
import type { ConditionContext } from './ConditionContext.js';
import { type ConditionOutcome, match, noMatch } from './ConditionOutcome.js';

/** The condition of `@ConditionalOnBean`: all types and names must be there. */
export class OnBeanCondition extends BeanSearchCondition {
  override matches({ registry, beanType }: ConditionContext): ConditionOutcome {
    const found = this.terms.find(registry, '@ConditionalOnBean', beanType);
    const missing = [
      ...(found.missingTypes.length > 0
        ? [`did not find any beans of type ${found.missingTypes.map(typeName).join(', ')}`]
        : []),
      ...(found.missingNames.length > 0 ? [`did not find any beans named ${found.missingNames.join(', ')}`] : []),
    ];
    if (missing.length > 0) {
      return noMatch(`${found.description} ${missing.join(' and ')}`, { missingBeanTypes: found.missingTypes });
    }
    const names = [...new Set([...found.foundByType.values()].flat().concat(found.foundNames))];
    return match(
      `${found.description} found ${names.length === 1 ? 'bean' : 'beans'} ${names.map((n) => `'${n}'`).join(', ')}`,
    );
  }
}
