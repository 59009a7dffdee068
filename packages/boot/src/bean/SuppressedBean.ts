import type { AbstractClassType } from '@toolwright/core';
import type { ConditionProperty, MissingPackage } from '../condition/ConditionOutcome.js';

/** What kept a bean out. */
export interface Suppression {
  /** The outcome of the condition, or the exclusion. */
  readonly reason: string;
  /** The properties that would have to be different. */
  readonly properties: readonly ConditionProperty[];
  /** The packages that would have to be installed. */
  readonly missingPackages: readonly MissingPackage[];
  /** The types of which there would have to be beans. */
  readonly missingBeanTypes: readonly AbstractClassType[];
}

/** A bean that was declared but not registered. */
export interface SuppressedBean extends Suppression {
  readonly name: string;
  readonly types: readonly AbstractClassType[];
  /** `Bean method 'toolIndex' in 'ToolsConfiguration'` */
  readonly source: string;
}
