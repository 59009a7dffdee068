import type { AbstractClassType } from '@toolwright/core';
import { nearestNames, suggestName } from '@toolwright/core';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import type { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import { NoSuchBeanDefinitionException } from '../bean/NoSuchBeanDefinitionException.js';
import { NoUniqueBeanDefinitionException } from '../bean/NoUniqueBeanDefinitionException.js';
import type { SuppressedBean } from '../bean/SuppressedBean.js';
import { typeName } from '../bean/typeName.js';
import type { InjectionPoint } from './InjectionPoint.js';
import { suppressedCandidates } from './suppressedCandidates.js';

/** An injection point and the beans that fill it. @internal */
export interface Dependency {
  readonly point: InjectionPoint;
  /** For `single` none or one; for `all` the contributors; for `provider` those that it might be asked for. */
  readonly definitions: readonly BeanDefinition[];
}

/**
 * Finds the beans of an injection point.
 *
 * @param asking the bean that has the injection point
 * @throws {NoSuchBeanDefinitionException} if a required single bean is missing
 * @throws {NoUniqueBeanDefinitionException} if a single bean is asked for and several fit
 * @internal
 */
export function resolveDependency(
  point: InjectionPoint,
  registry: BeanDefinitionRegistry,
  suppressed: readonly SuppressedBean[],
  asking?: BeanDefinition,
): Dependency {
  const { kind, type, qualifier, optional, consumer } = point;
  if (kind !== 'single') {
    const contributors = type ? registry.contributors(type, qualifier) : [];
    return { point, definitions: contributors.filter((definition) => definition !== asking) };
  }
  const { definition, candidates } = type
    ? registry.select(type, qualifier, asking)
    : { definition: undefined, candidates: [] };
  if (definition) return { point, definitions: [definition] };
  if (type && candidates.length > 0) throw new NoUniqueBeanDefinitionException(type, consumer, candidates);
  if (optional) return { point, definitions: [] };
  throw new NoSuchBeanDefinitionException({
    type,
    qualifier,
    consumer,
    suppressed: type ? suppressedCandidates(type, qualifier, suppressed, registry) : [],
    near: nearBeans(registry, type, qualifier),
    hint: doubtfulType(type, registry),
  });
}

function nearBeans(
  registry: BeanDefinitionRegistry,
  type: AbstractClassType | undefined,
  qualifier: string | undefined,
): readonly string[] {
  if (qualifier !== undefined) {
    const named = type ? registry.ofType(type) : [];
    return nearestNames(
      qualifier,
      (named.length > 0 ? named : registry.definitions).map(({ name }) => name),
      8,
    );
  }
  const wanted = typeName(type);
  return registry.definitions
    .filter(({ types }) => suggestName(wanted, types.map(typeName)) !== undefined)
    .map(({ name, declaredType }) => `${name} (${typeName(declaredType)})`)
    .slice(0, 8);
}

/** Why `type` is probably not the class that was meant. */
function doubtfulType(type: AbstractClassType | undefined, registry: BeanDefinitionRegistry): string | undefined {
  if (type === undefined || (type as unknown) === Object || (type as unknown) === Function) {
    return (
      `The compiler recorded '${typeName(type)}' as the type of the parameter. That happens when the class is imported ` +
      "with 'import type', when the type is an interface or a union, or when two files import each other."
    );
  }
  const twin = registry.definitions.find(({ types }) => types.some((other) => other.name === type.name));
  return twin
    ? `The bean '${twin.name}' has a type of the same name that is another class: the package that defines it is ` +
        'probably installed twice.'
    : undefined;
}
