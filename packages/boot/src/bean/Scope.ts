import { DecoratorMetadata } from '@toolwright/core';
import { type ClassOrMethodDecorator, recording } from './ClassOrMethodDecorator.js';

/** `singleton`: one object per context; `prototype`: a new object for everyone who asks, never closed by the context. */
export type BeanScope = 'singleton' | 'prototype';

/** @internal */
export const SCOPE = new DecoratorMetadata<BeanScope>('boot/scope');

/** Sets the scope of a bean; the default is `singleton`. */
export function Scope(scope: BeanScope): ClassOrMethodDecorator {
  return recording(SCOPE, scope);
}
