import type { MaybePromise } from '@toolwright/core';

/** Like `ApplicationRunner`, with the arguments as they were passed; both kinds are ordered together. */
export abstract class CommandLineRunner {
  /** A failure closes the context and fails the start. */
  abstract run(...args: string[]): MaybePromise<void>;
}
