import type { ClassOrMethodDecorator } from '../bean/ClassOrMethodDecorator.js';
import { conditional } from './Conditional.js';
import { OnPackageCondition, type OnPackageOptions } from './OnPackageCondition.js';

/**
 * Matches if every npm package (or file of one, `pkg/sub`) can be found from the application. Nothing of it is loaded:
 * import it dynamically inside the bean method.
 *
 * @param packages the packages; an object among them says what `npm install` has to be told, for the failure that a
 *   missing bean ends in: `@ConditionalOnPackage('redis', { install: 'redis@6' })`
 */
export function ConditionalOnPackage(...packages: (string | OnPackageOptions)[]): ClassOrMethodDecorator {
  return conditional(() => new OnPackageCondition(...packages));
}
