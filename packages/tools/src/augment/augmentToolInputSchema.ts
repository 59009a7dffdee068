import { hasText, IllegalStateException } from '@toolwright/core';
import { valueTypeOfSpec } from '../schema/resolveValueType.js';
import type { TypeSpec } from '../schema/TypeSpec.js';
import type { ValueSlot } from '../schema/ValueType.js';
import type { AugmentedArgumentType } from './AugmentedArgumentType.js';
import { augmentSchema, parseObjectSchema } from './augmentSchema.js';

/**
 * Adds arguments to the schema of a tool's input; everything else of it stays as it is.
 *
 * @param inputSchema JSON Schema of an object, as text
 * @param description a blank one is left out
 * @throws {IllegalStateException} `Failed to parse JSON Schema`, or if the schema has an argument of that name already
 */
export function augmentToolInputSchema(
  inputSchema: string,
  name: string,
  type: TypeSpec,
  description: string | null,
  required: boolean,
): string;
export function augmentToolInputSchema(inputSchema: string, argumentTypes: readonly AugmentedArgumentType[]): string;
export function augmentToolInputSchema(
  inputSchema: string,
  ...args:
    | readonly [readonly AugmentedArgumentType[]]
    | readonly [name: string, type: TypeSpec, description: string | null, required: boolean]
): string {
  const slots =
    args.length === 1
      ? args[0].map(toSlot)
      : [toSlot({ name: args[0], type: args[1], description: args[2] ?? '', required: args[3] })];
  const base = parseObjectSchema(inputSchema);
  const properties = base['properties'] ?? {};
  for (const { name } of slots) {
    if (Object.hasOwn(properties, name)) {
      throw new IllegalStateException(`Augmented argument '${name}' conflicts with a property of the schema`);
    }
  }
  return JSON.stringify(augmentSchema(base, slots));
}

function toSlot({ name, type, description, required, schema }: AugmentedArgumentType): ValueSlot {
  return {
    name,
    type: valueTypeOfSpec(type),
    keywords: schema ?? {},
    ...(hasText(description) && { description }),
    required,
  };
}
