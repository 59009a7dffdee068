import { ToolwrightException } from '@toolwright/core';
import type { BeanDefinition } from './BeanDefinition.js';

/** The constructor, bean method or init method of a bean failed; `cause` is what it threw. */
export class BeanCreationException extends ToolwrightException {
  override readonly code = 'BEAN_CREATION';

  /**
   * @param definition the bean that could not be made
   * @param step what was running
   * @param neededBy names of the beans that needed it, the one nobody else needs first
   */
  constructor(
    readonly definition: BeanDefinition,
    readonly step: string,
    readonly neededBy: readonly string[],
    cause: unknown,
  ) {
    const chain = neededBy.length > 0 ? ` (needed through ${[...neededBy, definition.name].join(' -> ')})` : '';
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Error creating bean '${definition.name}' ${definition.description}${chain}: ${step} failed: ${reason}`, {
      cause,
    });
  }
}
