import { standardJsonSchema } from '../schema/standardInputSchema.js';
import { isStandardSchema, type StandardSchema } from '../schema/StandardSchema.js';
import { type CheckedValue, checkedValue } from './standardValue.js';

/**
 * A Standard Schema as the type of what a model writes as JSON: the JSON Schema of it, and the check, which is the
 * schema's own and parses the value too.
 */
export class StandardType {
  /** JSON Schema (draft 2020-12) of what the schema accepts, as compact text. */
  readonly jsonSchema: string;
  readonly #schema: StandardSchema;

  /**
   * @param subject what the schema is for, for the message: `The output type`
   * @throws {IllegalArgumentException} if the library of the schema cannot write it as JSON Schema (ZS-03)
   */
  constructor(schema: StandardSchema, subject: string) {
    this.#schema = schema;
    this.jsonSchema = standardJsonSchema(schema, subject, 'Use');
  }

  /** Whether a value follows Standard Schema. */
  static isSchema(value: unknown): value is StandardSchema {
    return isStandardSchema(value);
  }

  /** The parsed value, or what is wrong with it. @throws what the schema itself fails with */
  async check(value: unknown): Promise<CheckedValue> {
    return checkedValue(this.#schema, value);
  }
}
