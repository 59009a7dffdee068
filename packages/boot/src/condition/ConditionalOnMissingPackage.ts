import type { ClassOrMethodDecorator } from '../bean/ClassOrMethodDecorator.js';
import { conditional } from './Conditional.js';
import { OnMissingPackageCondition } from './OnPackageCondition.js';

/** Matches if none of the npm packages can be found from the application. */
export function ConditionalOnMissingPackage(...packages: string[]): ClassOrMethodDecorator {
  return conditional(() => new OnMissingPackageCondition(...packages));
}
