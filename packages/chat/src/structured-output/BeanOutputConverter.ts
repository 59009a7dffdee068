import { requireNonNull } from '@toolwright/core';
import type { JsonType, StandardSchema } from '@toolwright/tools';
import { jsonInstruction } from './jsonInstruction.js';
import { jsonTypeOf, type OutputType } from './OutputType.js';
import type { StructuredOutputConverter } from './StructuredOutputConverter.js';
import { notFitting, parsedJson } from './parsedJson.js';

/**
 * Makes instances of a class, or values of another type or schema, of answers in JSON. Keys that the type does not know
 * are ignored; anything else that does not fit is an error.
 */
export class BeanOutputConverter<T> implements StructuredOutputConverter<T> {
  readonly format: string;
  readonly jsonSchema: string;
  readonly #type: JsonType;

  /** @throws {IllegalArgumentException} `type cannot be null`, or if it is neither a type nor a schema */
  constructor(type: Exclude<OutputType<T>, StandardSchema<unknown, T>>) {
    this.#type = jsonTypeOf(requireNonNull(type, 'type cannot be null'));
    this.jsonSchema = this.#type.jsonSchema;
    this.format = jsonInstruction(this.jsonSchema);
  }

  /** @throws {StructuredOutputException} if the text is no JSON, with the parser's error as cause, or does not fit */
  convert(text: string): T {
    return this.#type.convert(parsedJson(text), notFitting) as T;
  }
}
