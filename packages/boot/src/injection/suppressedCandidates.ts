import type { AbstractClassType } from '@toolwright/core';
import type { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import type { SuppressedBean } from '../bean/SuppressedBean.js';

/**
 * The beans that were kept out and would have filled an injection point; after them those that were kept out and would
 * have let these in, and so on: a client needs a model, and a model needs a package.
 *
 * @internal
 */
export function suppressedCandidates(
  type: AbstractClassType,
  qualifier: string | undefined,
  suppressed: readonly SuppressedBean[],
  registry: BeanDefinitionRegistry,
): readonly SuppressedBean[] {
  const candidates = new Set(
    suppressed.filter(({ types, name }) => types.includes(type) && (qualifier === undefined || name === qualifier)),
  );
  // The set grows while it is walked.
  for (const { missingBeanTypes } of candidates) {
    for (const missing of missingBeanTypes) {
      // One that was registered later is not missing: its order is wrong.
      if (registry.defaultCandidates(missing).length > 0) continue;
      for (const bean of suppressed) if (bean.types.includes(missing)) candidates.add(bean);
    }
  }
  return [...candidates];
}
