import { recordInjection } from './ParameterInjection.js';

/** Injects `undefined` if there is no bean of the parameter's type; several without a preferred one still fail. */
export function Optional(): ParameterDecorator {
  return (target, property, index) => {
    recordInjection(target, property, index, { optional: true });
  };
}
