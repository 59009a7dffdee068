import type { AbstractClassType } from '@toolwright/core';
import type { ClassOrMethodDecorator } from '../bean/ClassOrMethodDecorator.js';
import { conditional } from './Conditional.js';
import { OnSingleCandidateCondition } from './OnSingleCandidateCondition.js';

/** Matches if injecting the type would find exactly one bean: a single one, or one that is preferred. */
export function ConditionalOnSingleCandidate(type: AbstractClassType): ClassOrMethodDecorator {
  return conditional(() => new OnSingleCandidateCondition(type));
}
