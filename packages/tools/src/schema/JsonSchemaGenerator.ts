import { requireNonNull } from '@toolwright/core';
import { toolNameOf } from '../definition/getToolName.js';
import { DeclarationCache } from '../manifest/registeredManifests.js';
import { describeMethod } from '../method/describeMethod.js';
import { flattenedParameter } from '../method/flattenedParameter.js';
import type { MethodHandle } from '../method/MethodHandle.js';
import { closeObjects, dropParameterFormats, upperCaseTypes } from './finishSchema.js';
import { JSON_SCHEMA_DIALECT, type JsonSchemaNode } from './JsonSchemaNode.js';
import { valueTypeOfSpec } from './resolveValueType.js';
import { customizeSchema, type SchemaCustomizer } from './SchemaCustomizer.js';
import { SchemaWriter } from './SchemaWriter.js';
import { strictSchema } from './strictSchema.js';
import type { TypeSpec } from './TypeSpec.js';
import type { ValueSlot, ValueType } from './ValueType.js';

/**
 * How a schema differs from the usual form: objects left open for unknown keys, names of types in upper case, or the
 * strict form of some providers, in which every property is required and what was optional may be null (TX-20).
 */
export type SchemaOption = 'ALLOW_ADDITIONAL_PROPERTIES_BY_DEFAULT' | 'UPPER_CASE_TYPE_VALUES' | 'STRICT';

/** By owner, then by method and options; a declaration never changes (JS-27). */
const methodSchemas = new DeclarationCache<object, Map<string, string>>();

/** Writes JSON Schemas (draft 2020-12, compact text) from methods and types. */
export class JsonSchemaGenerator {
  /**
   * The schema of a method's arguments. Parameters keep their order, properties of classes are in code-unit order;
   * `ToolContext` and signals do not appear.
   *
   * @throws {IllegalArgumentException} `method cannot be null`
   * @throws {IllegalStateException} if nobody knows the name of a parameter (JS-39)
   */
  static generateForMethodInput(method: MethodHandle, ...options: readonly SchemaOption[]): string {
    requireNonNull(method, 'method cannot be null');
    const ofOwner = methodSchemas.get(method.owner) ?? new Map<string, string>();
    methodSchemas.set(method.owner, ofOwner);
    const cacheKey = [method.key, ...options].join(' ');
    const schema = ofOwner.get(cacheKey) ?? JsonSchemaGenerator.#ofMethod(method, options, []);
    ofOwner.set(cacheKey, schema);
    return schema;
  }

  /** @internal The schema of a method's arguments as customizers want it. */
  static generateCustomized(method: MethodHandle, customizers: readonly SchemaCustomizer[]): string {
    return customizers.length === 0
      ? JsonSchemaGenerator.generateForMethodInput(method)
      : JsonSchemaGenerator.#ofMethod(method, [], customizers);
  }

  static #ofMethod(
    method: MethodHandle,
    options: readonly SchemaOption[],
    customizers: readonly SchemaCustomizer[],
  ): string {
    const writer = new SchemaWriter('publication');
    const flattened = flattenedParameter(method);
    const root = flattened ? rootOf(flattened.type, writer) : writer.object(argumentSlots(method));
    const properties = dropParameterFormats((root['properties'] ?? {}) as Readonly<Record<string, JsonSchemaNode>>);
    return write(customizeSchema({ ...root, properties }, customizers, toolNameOf(method)), writer, options);
  }

  /**
   * The schema of one type, such as the input of a function.
   *
   * @throws {IllegalArgumentException} `type cannot be null`
   */
  static generateForType(type: TypeSpec, ...options: readonly SchemaOption[]): string {
    return JsonSchemaGenerator.generateForValueType(
      valueTypeOfSpec(requireNonNull(type, 'type cannot be null')),
      options,
    );
  }

  /** @internal */
  static generateForValueType(
    type: ValueType,
    options: readonly SchemaOption[] = [],
    customize: (root: JsonSchemaNode) => JsonSchemaNode = (root) => root,
  ): string {
    const writer = new SchemaWriter('publication');
    return write(customize(rootOf(type, writer)), writer, options);
  }
}

/** A class is written in place where it is the whole, even if it is recursive. */
function rootOf(type: ValueType, writer: SchemaWriter): JsonSchemaNode {
  return type.kind === 'class' ? writer.class(type.type) : writer.node(type);
}

/** @internal The parameters of a method that a model fills. */
export function argumentSlots(method: MethodHandle): readonly ValueSlot[] {
  return describeMethod(method).parameters.flatMap((parameter) =>
    parameter.role === 'argument' ? [parameter.slot] : [],
  );
}

function write(root: JsonSchemaNode, writer: SchemaWriter, options: readonly SchemaOption[]): string {
  const { type, ...rest } = root;
  const definitions = writer.definitions;
  let schema: JsonSchemaNode = {
    $schema: JSON_SCHEMA_DIALECT,
    ...(type !== undefined && { type }),
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
    ...rest,
  };
  if (!options.includes('ALLOW_ADDITIONAL_PROPERTIES_BY_DEFAULT')) schema = closeObjects(schema);
  if (options.includes('STRICT')) schema = strictSchema(schema);
  if (options.includes('UPPER_CASE_TYPE_VALUES')) schema = upperCaseTypes(schema);
  return JSON.stringify(schema);
}
