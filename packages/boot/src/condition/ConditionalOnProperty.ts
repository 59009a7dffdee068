import type { ClassOrMethodDecorator } from '../bean/ClassOrMethodDecorator.js';
import { conditional } from './Conditional.js';
import { OnPropertyCondition, type OnPropertyOptions } from './OnPropertyCondition.js';

/**
 * Matches if the environment has the property and its value is not `false` (`off`, `no`), or equals `havingValue`, ignoring
 * case, dashes and underscores; where a flag is expected, every word for one counts.
 * Defaults of properties classes do not count (spec BC-09); a key that only has indexed entries (`a[0]`) is not found
 * (spec BC-06).
 */
export function ConditionalOnProperty(options: OnPropertyOptions): ClassOrMethodDecorator;
export function ConditionalOnProperty(
  name: string,
  options?: Omit<OnPropertyOptions, 'name' | 'value'>,
): ClassOrMethodDecorator;
export function ConditionalOnProperty(
  first: string | OnPropertyOptions,
  options: OnPropertyOptions = {},
): ClassOrMethodDecorator {
  const all = typeof first === 'string' ? { ...options, name: first } : first;
  return conditional(() => new OnPropertyCondition(all));
}
