import { type AbstractClassType, ToolwrightException } from '@toolwright/core';
import type { BeanDefinition } from './BeanDefinition.js';

/** A single bean was required and several fit. */
export class NoUniqueBeanDefinitionException extends ToolwrightException {
  override readonly code = 'NO_UNIQUE_BEAN';

  /**
   * @param type what was asked for
   * @param consumer who asked: `Parameter 0 of method toolIndex in ToolsConfiguration`
   * @param candidates the beans that fit
   */
  constructor(
    readonly type: AbstractClassType,
    readonly consumer: string,
    readonly candidates: readonly BeanDefinition[],
  ) {
    const primaries = candidates.filter(({ primary }) => primary);
    const among = primaries.length > 1 ? ' and more than one of them is primary' : '';
    const names = (primaries.length > 1 ? primaries : candidates).map(({ name }) => name).join(', ');
    super(`${consumer} required a single bean, but ${candidates.length} were found${among}: ${names}`);
  }
}
