import { IllegalArgumentException, requireNonNull } from '@toolwright/core';
import { toolParamOptions } from '../annotation/ToolParam.js';
import { describeClass, type PropertySlot } from '../schema/describeClass.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { valueTypeOfDesign } from '../schema/resolveValueType.js';
import { isStandardSchema, type StandardSchema } from '../schema/StandardSchema.js';
import { standardJsonSchema } from '../schema/standardInputSchema.js';
import type { ArgumentSource } from './ArgumentSource.js';

/** Spring's text for a field without `@ToolParam` (AU-02). */
const NO_DESCRIPTION = 'no description';

/**
 * The fields of a class as arguments: those with `@ToolParam` in the order of their declaration, then those that only
 * other decorators know. A field without `@ToolParam` is optional, unlike a parameter of a tool (AU-02). Of a schema, its
 * properties in their order.
 *
 * @throws {IllegalArgumentException} if this is neither a class nor a schema, has no fields that decorators describe, or
 *   cannot be written as the JSON Schema of an object with properties
 */
export function augmentedSlots(type: ArgumentSource): readonly PropertySlot[] {
  requireNonNull(type, 'Argument types must not be null');
  if (isStandardSchema(type)) return slotsOfSchema(type);
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

function slotsOfSchema(schema: StandardSchema): readonly PropertySlot[] {
  const text = standardJsonSchema(schema, 'The type of added arguments', 'Use');
  const { properties, required, $defs } = JSON.parse(text) as {
    readonly properties?: Readonly<Record<string, JsonSchemaNode>>;
    readonly required?: readonly string[];
    readonly $defs?: Readonly<Record<string, JsonSchemaNode>>;
  };
  const entries = Object.entries(properties ?? {});
  if (entries.length === 0 || text.includes('"$ref":"#"')) {
    throw new IllegalArgumentException(
      `The type of added arguments, a schema of ${schema['~standard'].vendor}, must be an object with at least one ` +
        'property that does not refer to itself',
    );
  }
  return entries.map(([name, { description, ...node }]) => ({
    key: name,
    isTyped: false,
    name,
    type: { kind: 'declared', node, definitions: $defs ?? {} },
    keywords: {},
    ...(typeof description === 'string' && { description }),
    required: required?.includes(name) ?? false,
  }));
}

function nameOf(type: unknown): string {
  return typeof type === 'function' ? `'${type.name}'` : `of type ${typeof type}`;
}
