import { DecoratorMetadata } from '@toolwright/core';
import { type ClassOrMethodDecorator, recording } from './ClassOrMethodDecorator.js';

/** @internal */
export const LAZY = new DecoratorMetadata<boolean>('boot/lazy');

/**
 * Creates a singleton at its first use instead of at start.
 *
 * @param lazy `false` creates it at start even under `main.lazy-initialization=true`
 */
export function Lazy(lazy = true): ClassOrMethodDecorator {
  return recording(LAZY, lazy);
}
