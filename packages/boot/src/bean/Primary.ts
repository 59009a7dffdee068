import { DecoratorMetadata } from '@toolwright/core';
import { type ClassOrMethodDecorator, recording } from './ClassOrMethodDecorator.js';

/** @internal */
export const PRIMARY = new DecoratorMetadata<true>('boot/primary');

/** Prefers this bean where a single one is required and several would fit. */
export function Primary(): ClassOrMethodDecorator {
  return recording(PRIMARY, true);
}
