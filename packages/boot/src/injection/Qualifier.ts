import { DecoratorMetadata } from '@toolwright/core';
import { recordInjection } from './ParameterInjection.js';

/** @internal */
export const QUALIFIER = new DecoratorMetadata<string>('boot/qualifier');

/**
 * On a parameter: takes the bean of that name or qualifier. On a bean class or `@Bean` method: gives the bean a
 * qualifier beside its name.
 */
export function Qualifier(
  name: string,
): (target: object, property?: string | symbol, index?: number | PropertyDescriptor) => void {
  return (target, property, index) => {
    if (typeof index === 'number') recordInjection(target, property, index, { qualifier: name });
    else QUALIFIER.set(target, name, property);
  };
}
