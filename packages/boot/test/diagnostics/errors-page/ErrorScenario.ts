import type { RunOptions } from '@toolwright/boot';
import type { AbstractClassType } from '@toolwright/core';

/** A start that fails, for the page of all failure messages. */
export interface ErrorScenario {
  readonly title: string;
  /** What the application does wrong, in a sentence. */
  readonly about: string;
  readonly application: AbstractClassType;
  /** Files of the application, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: RunOptions;
}
