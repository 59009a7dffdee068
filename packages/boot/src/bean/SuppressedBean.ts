import type { AbstractClassType } from '@toolwright/core';

/** A bean that was declared but not registered. */
export interface SuppressedBean {
  readonly name: string;
  readonly types: readonly AbstractClassType[];
  /** `Bean method 'toolIndex' in 'ToolsConfiguration'` */
  readonly source: string;
  /** The outcome of the condition, or the exclusion, that kept it out. */
  readonly reason: string;
}
