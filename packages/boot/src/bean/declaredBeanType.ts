import type { AbstractClassType } from '@toolwright/core';
import type { BeanOptions } from './Bean.js';
import { classHierarchy } from './classHierarchy.js';
import { InvalidBeanDefinitionException } from './InvalidBeanDefinitionException.js';

/** The type that a bean method declares. @internal */
export interface DeclaredBeanType {
  /** Undefined where the declaration says nothing (`Object`), and for lists. */
  readonly type: AbstractClassType | undefined;
  readonly types: readonly AbstractClassType[];
  readonly elementTypes: readonly AbstractClassType[];
}

/**
 * Reads the declared type of a bean method from its options, else from what the compiler recorded.
 *
 * @param source the method, for messages: `ToolsConfiguration.toolIndex`
 * @throws {InvalidBeanDefinitionException} if neither tells the type of the bean
 */
export function declaredBeanType(
  target: object,
  method: string,
  options: BeanOptions,
  source: string,
): DeclaredBeanType {
  if (Array.isArray(options.type)) {
    return { type: undefined, types: [Array], elementTypes: classHierarchy((options.type as [AbstractClassType])[0]) };
  }
  const type: unknown = options.type ?? Reflect.getOwnMetadata('design:returntype', target, method);
  if (type === Promise) {
    throw new InvalidBeanDefinitionException(
      source,
      'it returns a Promise, and the compiler does not record of what',
      'Name the type of the bean: @Bean({ type: TheClass }).',
    );
  }
  if (type === undefined) {
    throw new InvalidBeanDefinitionException(
      source,
      'the type of the bean is not known at run time: the method declares no return type, or the code was compiled ' +
        'without emitDecoratorMetadata',
      'Declare a class as the return type, or name it: @Bean({ type: TheClass }).',
    );
  }
  if (typeof type !== 'function' || type === Object) return { type: undefined, types: [], elementTypes: [] };
  const types = classHierarchy(type as AbstractClassType);
  return { type: type as AbstractClassType, types, elementTypes: [] };
}
