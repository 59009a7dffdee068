import type { AbstractClassType } from '@toolwright/core';
import { recordInjection } from './ParameterInjection.js';

/** Injects the bean of type `type`, where the parameter's own type is no class at run time. */
export function Inject(type: AbstractClassType): ParameterDecorator {
  return (target, property, index) => {
    recordInjection(target, property, index, { kind: 'single', type });
  };
}
