import type { AbstractClassType } from '@toolwright/core';

/** One value that a bean needs to be made. */
export interface InjectionPoint {
  readonly kind: 'single' | 'all' | 'provider';
  /** Undefined where the compiler recorded nothing. */
  readonly type: AbstractClassType | undefined;
  readonly qualifier: string | undefined;
  readonly optional: boolean;
  /** Who asks: `Parameter 0 of method toolIndex in ToolsConfiguration`. */
  readonly consumer: string;
}
