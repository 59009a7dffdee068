import type { AbstractClassType, ClassType } from '@toolwright/core';
import type { InjectionPoint } from '../injection/InjectionPoint.js';
import { QUALIFIER } from '../injection/Qualifier.js';
import { readConstructorInjection, readMethodInjection } from '../injection/readInjectionPoints.js';
import type { BeanDefinition } from './BeanDefinition.js';
import { classHierarchy } from './classHierarchy.js';
import { declaredBeanType } from './declaredBeanType.js';
import { FALLBACK } from './Fallback.js';
import { LAZY } from './Lazy.js';
import { ORDER } from './Order.js';
import { PRIMARY } from './Primary.js';
import type { DeclaredBeanMethod } from './readBeanMethods.js';
import { SCOPE } from './Scope.js';

type Role = BeanDefinition['role'];

/** The definition of a bean that is an instance of `type`. @internal */
export function createClassDefinition(
  type: AbstractClassType,
  name: string,
  label: string,
  role: Role,
): BeanDefinition {
  return {
    ...plainDefinition(name, type),
    ...recordedTraits(type),
    description: `defined by class ${label}`,
    definedIn: label,
    role,
    injectionPoints: readConstructorInjection(type, label),
    create: (args) => new (type as ClassType)(...args),
    destroy: undefined,
  };
}

/**
 * The definition of a bean that a method makes.
 *
 * @param owner the bean of the class that has the method
 * @internal
 */
export function createMethodDefinition(owner: BeanDefinition, beanMethod: DeclaredBeanMethod): BeanDefinition {
  const { target, method, options, isStatic } = beanMethod;
  const label = owner.definedIn;
  const declared = declaredBeanType(target, method, options, `${label}.${method}`);
  const parameters = readMethodInjection(target, method, label);
  return {
    id: Symbol(options.name ?? method),
    name: options.name ?? method,
    declaredType: declared.type,
    types: declared.types,
    elementTypes: declared.elementTypes,
    ...recordedTraits(target, method),
    autowireCandidate: options.autowireCandidate ?? true,
    defaultCandidate: options.defaultCandidate ?? true,
    description: `defined by method '${method}' in ${label}`,
    definedIn: label,
    role: owner.role,
    injectionPoints: isStatic ? parameters : [ownerOf(owner, method), ...parameters],
    create: isStatic
      ? (args) => call(target, method, args)
      : ([configuration, ...args]) => call(configuration as object, method, args),
    init: options.init,
    destroy: options.destroy,
  };
}

/**
 * The definition of an object that exists already; the container never closes it.
 *
 * @internal
 */
export function createInstanceDefinition(
  name: string,
  type: AbstractClassType,
  create: () => unknown,
  description: string,
): BeanDefinition {
  return {
    ...plainDefinition(name, type),
    qualifier: undefined,
    scope: 'singleton',
    primary: false,
    fallback: false,
    lazy: false,
    order: undefined,
    description,
    definedIn: 'the container',
    role: 'infrastructure',
    injectionPoints: [],
    create,
    destroy: false,
  };
}

/** What definitions without a declaration of their own have in common. */
function plainDefinition(
  name: string,
  type: AbstractClassType,
): Pick<
  BeanDefinition,
  'id' | 'name' | 'declaredType' | 'types' | 'elementTypes' | 'autowireCandidate' | 'defaultCandidate' | 'init'
> {
  return {
    id: Symbol(name),
    name,
    declaredType: type,
    types: classHierarchy(type),
    elementTypes: [],
    autowireCandidate: true,
    defaultCandidate: true,
    init: undefined,
  };
}

function ownerOf(owner: BeanDefinition, method: string): InjectionPoint {
  return {
    kind: 'single',
    type: owner.declaredType,
    qualifier: owner.name,
    optional: false,
    consumer: `Method ${method} in ${owner.definedIn}`,
  };
}

function call(receiver: object, method: string, args: readonly unknown[]): unknown {
  const implementation = Reflect.get(receiver, method) as (...values: readonly unknown[]) => unknown;
  return Reflect.apply(implementation, receiver, args);
}

type Traits = Pick<BeanDefinition, 'qualifier' | 'scope' | 'primary' | 'fallback' | 'lazy' | 'order'>;

function recordedTraits(target: object, method?: string): Traits {
  return {
    qualifier: QUALIFIER.own(target, method),
    scope: SCOPE.own(target, method) ?? 'singleton',
    primary: PRIMARY.own(target, method) ?? false,
    fallback: FALLBACK.own(target, method) ?? false,
    lazy: LAZY.own(target, method),
    order: ORDER.own(target, method),
  };
}
