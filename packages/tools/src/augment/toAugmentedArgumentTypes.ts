import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { SchemaWriter } from '../schema/SchemaWriter.js';
import type { TypeSpec } from '../schema/TypeSpec.js';
import type { ValueSlot, ValueType } from '../schema/ValueType.js';
import type { ArgumentSource } from './ArgumentSource.js';
import type { AugmentedArgumentType } from './AugmentedArgumentType.js';
import { augmentedSlots } from './augmentedSlots.js';

/**
 * The fields of a class as arguments, those with `@ToolParam` in the order of their declaration, or the properties of a
 * schema.
 *
 * @throws {IllegalArgumentException} `Argument types must not be null`, or if it is no class with decorated fields
 */
export function toAugmentedArgumentTypes(type: ArgumentSource): readonly AugmentedArgumentType[] {
  return augmentedSlots(type).map(toArgumentType);
}

function toArgumentType(slot: ValueSlot): AugmentedArgumentType {
  const schema = slot.type.kind === 'declared' ? writtenSchema(slot) : { ...slot.node, ...slot.keywords };
  return {
    name: slot.name,
    type: toTypeSpec(slot.type),
    description: slot.description ?? '',
    required: slot.required,
    ...(Object.keys(schema).length > 0 && { schema }),
  };
}

/** A type that only the schema build could read is told by its schema, with the definitions that it needs. */
function writtenSchema(slot: ValueSlot): JsonSchemaNode {
  const writer = new SchemaWriter('publication');
  const { description: _description, ...node } = writer.slot(slot);
  const { definitions } = writer;
  return Object.keys(definitions).length > 0 ? { ...node, $defs: definitions } : node;
}

function toTypeSpec(type: ValueType): TypeSpec {
  switch (type.kind) {
    case 'class':
      return type.type;
    case 'enum':
      return { enum: type.values };
    case 'array':
      return [toTypeSpec(type.element)];
    case 'set':
      return { set: toTypeSpec(type.element) };
    case 'map':
      return { map: toTypeSpec(type.element) };
    case 'record':
      return { record: toTypeSpec(type.element) };
    case 'declared':
      return 'any';
    default:
      return type.kind;
  }
}
