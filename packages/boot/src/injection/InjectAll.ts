import type { AbstractClassType } from '@toolwright/core';
import { recordInjection } from './ParameterInjection.js';

/** Injects the list of all beans of type `type`, by order, then by registration; an empty list if there is none. */
export function InjectAll(type: AbstractClassType): ParameterDecorator {
  return (target, property, index) => {
    recordInjection(target, property, index, { kind: 'all', type });
  };
}
