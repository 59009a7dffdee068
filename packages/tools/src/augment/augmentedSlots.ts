import { type AbstractClassType, IllegalArgumentException, requireNonNull } from '@toolwright/core';
import { toolParamOptions } from '../annotation/ToolParam.js';
import { describeClass, type PropertySlot } from '../schema/describeClass.js';
import { valueTypeOfDesign } from '../schema/resolveValueType.js';

/** Spring's text for a field without `@ToolParam` (AU-02). */
const NO_DESCRIPTION = 'no description';

/**
 * The fields of a class as arguments: those with `@ToolParam` in the order of their declaration, then those that only
 * other decorators know. A field without `@ToolParam` is optional, unlike a parameter of a tool (AU-02).
 *
 * @throws {IllegalArgumentException} if this is no class, or one without fields that decorators describe
 */
export function augmentedSlots(type: AbstractClassType): readonly PropertySlot[] {
  requireNonNull(type, 'Argument types must not be null');
  if (typeof type !== 'function' || valueTypeOfDesign(type)?.kind !== 'class') {
    throw new IllegalArgumentException(
      `Argument type ${nameOf(type)} must be a class whose decorated fields are the arguments`,
    );
  }
  const { declared } = describeClass(type);
  if (declared.length === 0) {
    throw new IllegalArgumentException(
      `Argument type ${nameOf(type)} must have at least one field that a decorator such as @ToolParam describes`,
    );
  }
  return declared.map((slot) => toArgument(slot, type.prototype as object));
}

function toArgument(slot: PropertySlot, prototype: object): PropertySlot {
  const annotation = toolParamOptions.inherited(prototype, slot.key)?.[0];
  if (!annotation) return { ...slot, description: slot.description ?? NO_DESCRIPTION, required: false };
  return { ...slot, description: slot.description ?? '' };
}

function nameOf(type: unknown): string {
  return typeof type === 'function' ? `'${type.name}'` : `of type ${typeof type}`;
}
