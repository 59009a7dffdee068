import { requireNonNull } from '@toolwright/core';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { JsonSchemaGenerator } from '../schema/JsonSchemaGenerator.js';
import { valueTypeOfSpec } from '../schema/resolveValueType.js';
import type { TypeSpec } from '../schema/TypeSpec.js';
import { ANY, type ValueType } from '../schema/ValueType.js';
import type { ArgumentViolation } from './ArgumentViolation.js';
import { compileValidator, type SchemaValidator } from './compileValidator.js';
import { convertValue } from './convertValue.js';
import { tidyValue } from './tidyValue.js';
import { ValueCheck } from './ValueCheck.js';

/** A type of which a model writes values as JSON: its schema, the check of a value against it, and its conversion. */
export class JsonType {
  /** JSON Schema (draft 2020-12) as compact text. Generated objects are closed for unknown keys. */
  readonly jsonSchema: string;
  readonly #type: ValueType;
  readonly #convertible: SchemaValidator;
  #validator: SchemaValidator | undefined;

  private constructor(jsonSchema: string, type: ValueType, convertible: SchemaValidator) {
    this.jsonSchema = jsonSchema;
    this.#type = type;
    this.#convertible = convertible;
  }

  /** @throws {IllegalArgumentException} `type cannot be null`, or if it is none of the forms of {@link TypeSpec} */
  static of(spec: TypeSpec): JsonType {
    const type = valueTypeOfSpec(requireNonNull(spec, 'type cannot be null'));
    const schema = JsonSchemaGenerator.generateForType(spec);
    return new JsonType(schema, type, ValueCheck.ofType(type, 'ignore').violations);
  }

  /** A type that only its schema describes; values stay as they are parsed. */
  static ofSchema(jsonSchema: string): JsonType {
    return new JsonType(jsonSchema, ANY, ValueCheck.ofText(jsonSchema, 'reject').violations);
  }

  /** What is wrong with a parsed value; nothing if the list is empty. Unknown keys are wrong where the schema says so. */
  readonly violations: SchemaValidator = (value: unknown): readonly ArgumentViolation[] => {
    this.#validator ??= compileValidator(JSON.parse(this.jsonSchema) as JsonSchemaNode);
    return this.#validator(value);
  };

  /**
   * The value of the type: instances of classes, dates and so on. Unknown keys are ignored.
   *
   * @param rejected makes the error for a value that does not fit
   */
  convert(value: unknown, rejected: (violations: readonly ArgumentViolation[]) => Error): unknown {
    const tidied = tidyValue(value, this.#type, IGNORED);
    const violations = this.#convertible(tidied);
    if (violations.length > 0) throw rejected(violations);
    return convertValue(tidied, this.#type);
  }
}

const IGNORED = Object.freeze({ keep: false, dropped: (): void => undefined });
