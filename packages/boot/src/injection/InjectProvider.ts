import type { AbstractClassType } from '@toolwright/core';
import { recordInjection } from './ParameterInjection.js';

/** Injects an `ObjectProvider` of the beans of type `type`; that alone creates none of them. */
export function InjectProvider(type: AbstractClassType): ParameterDecorator {
  return (target, property, index) => {
    recordInjection(target, property, index, { kind: 'provider', type });
  };
}
