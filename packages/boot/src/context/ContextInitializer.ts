import type { MaybePromise } from '@toolwright/core';

/**
 * A bean that prepares what other beans rely on without being injected into them, such as a registry of the process. All
 * of them are made and called, by order, before any other bean; what one of them needs itself is made with it.
 */
export abstract class ContextInitializer {
  /** Called once, and awaited; a failure stops the start. */
  abstract initialize(): MaybePromise<void>;
}
