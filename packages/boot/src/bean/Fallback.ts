import { DecoratorMetadata } from '@toolwright/core';
import { type ClassOrMethodDecorator, recording } from './ClassOrMethodDecorator.js';

/** @internal */
export const FALLBACK = new DecoratorMetadata<true>('boot/fallback');

/** Takes this bean, where a single one is required, only if no other fits. */
export function Fallback(): ClassOrMethodDecorator {
  return recording(FALLBACK, true);
}
