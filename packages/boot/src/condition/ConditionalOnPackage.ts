import type { ClassOrMethodDecorator } from '../bean/ClassOrMethodDecorator.js';
import { conditional } from './Conditional.js';
import { OnPackageCondition } from './OnPackageCondition.js';

/**
 * Matches if every npm package (or file of one, `pkg/sub`) can be found from the application. Nothing of it is loaded:
 * import it dynamically inside the bean method.
 */
export function ConditionalOnPackage(...packages: string[]): ClassOrMethodDecorator {
  return conditional(() => new OnPackageCondition(...packages));
}
