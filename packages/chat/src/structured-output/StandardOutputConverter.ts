import { requireNonNull } from '@toolwright/core';
import { type StandardSchema, StandardType } from '@toolwright/tools';
import { jsonInstruction } from './jsonInstruction.js';
import { notFitting, parsedJson } from './parsedJson.js';
import type { StructuredOutputConverter } from './StructuredOutputConverter.js';

/**
 * Makes values of answers in JSON by a schema of Zod 4, ArkType, Valibot or another library that follows Standard Schema
 * and can write JSON Schema. The schema parses them: defaults and transformations are applied (ZS-06).
 */
export class StandardOutputConverter<T> implements StructuredOutputConverter<T> {
  readonly format: string;
  readonly jsonSchema: string;
  readonly #type: StandardType;

  /** @throws {IllegalArgumentException} `schema cannot be null`, or if it cannot be written as JSON Schema */
  constructor(schema: StandardSchema<unknown, T>) {
    this.#type = standardTypeOf(requireNonNull(schema, 'schema cannot be null'));
    this.jsonSchema = this.#type.jsonSchema;
    this.format = jsonInstruction(this.jsonSchema);
  }

  /**
   * @throws {StructuredOutputException} if the text is no JSON, with the parser's error as cause, or the schema refuses it
   * @throws what the schema itself fails with
   */
  async convert(text: string): Promise<T> {
    const checked = await this.#type.check(parsedJson(text));
    if (checked.violations) throw notFitting(checked.violations);
    return checked.value as T;
  }
}

/** Schemas never change, so each is written once. */
const known = new WeakMap<object, StandardType>();

/** @throws {IllegalArgumentException} if the schema cannot be written as JSON Schema */
export function standardTypeOf(schema: StandardSchema): StandardType {
  let type = known.get(schema);
  if (!type) known.set(schema, (type = new StandardType(schema, 'The output type')));
  return type;
}
