import type { AbstractClassType } from '@toolwright/core';
import { InvalidBeanDefinitionException } from '../bean/InvalidBeanDefinitionException.js';
import { typeName } from '../bean/typeName.js';
import type { InjectionPoint } from './InjectionPoint.js';
import { ObjectProvider } from './ObjectProvider.js';
import { PARAMETER_INJECTIONS } from './ParameterInjection.js';

/**
 * What the constructor of `type`, an own or inherited one, needs.
 *
 * @throws {InvalidBeanDefinitionException} if the compiler recorded no types
 */
export function readConstructorInjection(type: AbstractClassType, label: string): readonly InjectionPoint[] {
  let declaring: AbstractClassType = type;
  // A class without a constructor of its own has the length and the metadata of the one it inherits.
  while (!Reflect.hasOwnMetadata('design:paramtypes', declaring)) {
    const parent = Reflect.getPrototypeOf(declaring);
    if (typeof parent !== 'function' || parent === Function.prototype) break;
    declaring = parent as AbstractClassType;
  }
  return read(declaring, undefined, type.length, `constructor in ${label}`, label);
}

/**
 * What the method `method` of `target`, a prototype or a constructor, needs.
 *
 * @throws {InvalidBeanDefinitionException} if the compiler recorded no types
 */
export function readMethodInjection(target: object, method: string, label: string): readonly InjectionPoint[] {
  const { length } = Reflect.get(target, method) as (...args: unknown[]) => unknown;
  return read(target, method, length, `method ${method} in ${label}`, `${label}.${method}`);
}

function read(
  target: object,
  property: string | undefined,
  parameters: number,
  place: string,
  source: string,
): readonly InjectionPoint[] {
  const recorded: unknown =
    property === undefined
      ? Reflect.getOwnMetadata('design:paramtypes', target)
      : Reflect.getOwnMetadata('design:paramtypes', target, property);
  if (!Array.isArray(recorded)) {
    if (parameters === 0) return [];
    throw new InvalidBeanDefinitionException(
      source,
      'the types of its parameters are not known at run time',
      'Compile with experimentalDecorators and emitDecoratorMetadata (tsc does, most bundlers and runners do not).',
    );
  }
  const decorated = PARAMETER_INJECTIONS.own(target, property) ?? {};
  return recorded.map((declared: unknown, index): InjectionPoint => {
    const injection = decorated[index] ?? {};
    if (injection.kind === undefined && (declared === ObjectProvider || declared === Array)) {
      const remedy = declared === Array ? 'InjectAll' : 'InjectProvider';
      throw new InvalidBeanDefinitionException(
        source,
        `parameter ${index} is ${typeName(declared as AbstractClassType)}, which does not say of what`,
        `Put @${remedy}(Type) before it.`,
      );
    }
    return {
      kind: injection.kind ?? 'single',
      type: injection.type ?? (typeof declared === 'function' ? (declared as AbstractClassType) : undefined),
      qualifier: injection.qualifier,
      optional: injection.optional ?? false,
      consumer: `Parameter ${index} of ${place}`,
    };
  });
}
