import type { AbstractClassType } from '@toolwright/core';
import type { ClassOrMethodDecorator } from '../bean/ClassOrMethodDecorator.js';
import type { BeanSearch } from './BeanSearch.js';
import { conditional } from './Conditional.js';
import { OnMissingBeanCondition } from './OnMissingBeanCondition.js';

/**
 * Matches if none of the types and names has a bean among those registered so far. Without arguments the type is the
 * one that the method or class declares. Only declared types count, not what a method really returns (spec BC-10b).
 */
export function ConditionalOnMissingBean(...search: (AbstractClassType | BeanSearch)[]): ClassOrMethodDecorator {
  return conditional(() => new OnMissingBeanCondition(...search));
}
