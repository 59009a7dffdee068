import { type AbstractClassType, ToolwrightException } from '@toolwright/core';
import type { SuppressedBean } from './SuppressedBean.js';
import { typeName } from './typeName.js';

/** What was asked for when no bean was found. */
export interface MissingBean {
  /** Undefined where the compiler recorded no class. */
  readonly type: AbstractClassType | undefined;
  /** The name or qualifier, if one was asked for. */
  readonly qualifier?: string | undefined;
  /** Who asked: `Parameter 0 of method toolIndex in ToolsConfiguration`. */
  readonly consumer: string;
  /** Beans of that type that conditions or exclusions kept out, then those whose absence kept these out, and so on. */
  readonly suppressed: readonly SuppressedBean[];
  /** Names of existing beans that could have been meant: of the type, or of types with a similar name. */
  readonly near: readonly string[];
  /** Why the type itself is doubtful, if it is. */
  readonly hint?: string | undefined;
}

/** A bean was required that does not exist. */
export class NoSuchBeanDefinitionException extends ToolwrightException {
  override readonly code = 'NO_SUCH_BEAN';

  constructor(readonly missing: MissingBean) {
    super(`${missing.consumer} required ${describe(missing)} that could not be found.`);
  }
}

function describe({ type, qualifier }: MissingBean): string {
  return qualifier === undefined
    ? `a bean of type '${typeName(type)}'`
    : `a bean named '${qualifier}'${type ? ` of type '${typeName(type)}'` : ''}`;
}
