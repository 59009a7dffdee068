import type { MaybePromise } from '@toolwright/core';
import type { ApplicationContext } from '../context/ApplicationContext.js';
import type { Environment } from '../env/Environment.js';

/** The steps of a start, in this order; `failed` takes the place of those that are left. `closed` ends a context. */
export type ApplicationEventType =
  | 'starting'
  | 'environment-prepared'
  | 'context-initialized'
  | 'prepared'
  | 'refreshed'
  | 'started'
  | 'ready'
  | 'failed'
  | 'closed';

/** A step of a start. */
export interface ApplicationEvent {
  readonly type: ApplicationEventType;
  /** From `environment-prepared` on. */
  readonly environment?: Environment | undefined;
  /** From `context-initialized` on. */
  readonly context?: ApplicationContext | undefined;
  /** With `failed`. */
  readonly error?: unknown;
}

/** Told of every step of a start, and awaited. */
export type ApplicationListener = (event: ApplicationEvent) => MaybePromise<void>;
