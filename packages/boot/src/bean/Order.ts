import { DecoratorMetadata } from '@toolwright/core';
import { type ClassOrMethodDecorator, recording } from './ClassOrMethodDecorator.js';

/** The order of what declares none: after everything that declares one. */
export const LOWEST_PRECEDENCE = 2147483647;

/** The smallest order: before everything else. */
export const HIGHEST_PRECEDENCE = -2147483648;

/** @internal */
export const ORDER = new DecoratorMetadata<number>('boot/order');

/**
 * Places a bean among the beans of its type, lower values first. Without it a numeric property `order` of the object
 * counts, else {@link LOWEST_PRECEDENCE}. Equal orders keep the order of registration.
 */
export function Order(order: number): ClassOrMethodDecorator {
  return recording(ORDER, order);
}
