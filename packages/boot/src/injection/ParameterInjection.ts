import { type AbstractClassType, DecoratorMetadata } from '@toolwright/core';

/** What the decorators of one parameter say. @internal */
export interface ParameterInjection {
  /** `single`: one bean; `all`: the list of all beans; `provider`: an `ObjectProvider`. */
  readonly kind?: 'single' | 'all' | 'provider';
  readonly type?: AbstractClassType;
  readonly qualifier?: string;
  readonly optional?: boolean;
}

/** By constructor, or by prototype and method: what is recorded per parameter index. @internal */
export const PARAMETER_INJECTIONS = new DecoratorMetadata<Readonly<Record<number, ParameterInjection>>>(
  'boot/parameter-injections',
);

/** Adds `injection` to what the other decorators of the parameter said. @internal */
export function recordInjection(
  target: object,
  property: string | symbol | undefined,
  index: number,
  injection: ParameterInjection,
): void {
  const known = PARAMETER_INJECTIONS.own(target, property) ?? {};
  PARAMETER_INJECTIONS.set(target, { ...known, [index]: { ...known[index], ...injection } }, property);
}
