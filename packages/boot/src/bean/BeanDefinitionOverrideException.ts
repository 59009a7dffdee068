import { ToolwrightException } from '@toolwright/core';
import type { BeanDefinition } from './BeanDefinition.js';

/** Two definitions of one name, and overriding is disabled. */
export class BeanDefinitionOverrideException extends ToolwrightException {
  override readonly code = 'BEAN_DEFINITION_OVERRIDE';

  constructor(
    readonly definition: BeanDefinition,
    readonly existing: BeanDefinition,
  ) {
    super(
      `The bean '${definition.name}', defined in ${definition.definedIn}, could not be registered. A bean with that name ` +
        `has already been defined in ${existing.definedIn} and overriding is disabled.`,
    );
  }
}
