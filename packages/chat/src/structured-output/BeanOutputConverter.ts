import { requireNonNull } from '@toolwright/core';
import type { JsonType } from '@toolwright/tools';
import { cleanJson } from './cleanJson.js';
import { jsonTypeOf, type OutputType } from './OutputType.js';
import type { StructuredOutputConverter } from './StructuredOutputConverter.js';
import { StructuredOutputException } from './StructuredOutputException.js';

/**
 * Makes instances of a class, or values of another type or schema, of answers in JSON. Keys that the type does not know
 * are ignored; anything else that does not fit is an error.
 */
export class BeanOutputConverter<T> implements StructuredOutputConverter<T> {
  readonly format: string;
  readonly jsonSchema: string;
  readonly #type: JsonType;

  /** @throws {IllegalArgumentException} `type cannot be null`, or if it is neither a type nor a schema */
  constructor(type: OutputType<T>) {
    this.#type = jsonTypeOf(requireNonNull(type, 'type cannot be null'));
    this.jsonSchema = this.#type.jsonSchema;
    this.format = [
      'Your response should be in JSON format.',
      'Do not include any explanations, only provide a RFC8259 compliant JSON response following this format without deviation.',
      'Do not include markdown code blocks in your response.',
      'Remove the ```json markdown from the output.',
      'Here is the JSON Schema instance your output must adhere to:',
      `\`\`\`${this.jsonSchema}\`\`\``,
      '',
    ].join('\n');
  }

  /** @throws {StructuredOutputException} if the text is no JSON, with the parser's error as cause, or does not fit */
  convert(text: string): T {
    let value: unknown;
    try {
      value = JSON.parse(cleanJson(text));
    } catch (cause) {
      throw new StructuredOutputException('it is no JSON', { cause });
    }
    return this.#type.convert(value, notFitting) as T;
  }
}

function notFitting(violations: readonly { readonly path: string; readonly expectation: string }[]): Error {
  return new StructuredOutputException(violations.map(({ path, expectation }) => `${path} ${expectation}`).join('; '));
}
