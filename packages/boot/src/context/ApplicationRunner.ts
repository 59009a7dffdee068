import type { MaybePromise } from '@toolwright/core';
import type { ApplicationArguments } from './ApplicationArguments.js';

/** A bean that is called once the context has started; several are called by order, each awaited. */
export abstract class ApplicationRunner {
  /** A failure closes the context and fails the start. */
  abstract run(args: ApplicationArguments): MaybePromise<void>;
}
