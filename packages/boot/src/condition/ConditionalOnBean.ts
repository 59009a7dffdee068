import type { AbstractClassType } from '@toolwright/core';
import type { ClassOrMethodDecorator } from '../bean/ClassOrMethodDecorator.js';
import type { BeanSearch } from './BeanSearch.js';
import { conditional } from './Conditional.js';
import { OnBeanCondition } from './OnBeanCondition.js';

/**
 * Matches if every type and every name has a bean among those registered so far. Use it in auto-configurations only,
 * with `after`: what is registered later does not count (spec BC-13).
 */
export function ConditionalOnBean(...search: (AbstractClassType | BeanSearch)[]): ClassOrMethodDecorator {
  return conditional(() => new OnBeanCondition(...search));
}
