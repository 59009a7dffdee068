import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { SchemaWriter } from '../schema/SchemaWriter.js';
import type { ValueSlot, ValueType } from '../schema/ValueType.js';
import { closeObjects, openObjects } from '../schema/finishSchema.js';
import { compileValidator, type SchemaValidator } from './compileValidator.js';
import type { UnknownArguments } from './UnknownArguments.js';

const unchanged = (root: JsonSchemaNode): JsonSchemaNode => root;

/** The check of a tool's arguments against its schema, compiled when the first call needs it. */
export class ValueCheck {
  readonly #schema: () => JsonSchemaNode;
  #validator: SchemaValidator | undefined;

  private constructor(schema: () => JsonSchemaNode) {
    this.#schema = schema;
  }

  /** For the schema that is generated from these slots. */
  static ofSlots(slots: readonly ValueSlot[], unknownArguments: UnknownArguments, customize = unchanged): ValueCheck {
    return ValueCheck.#generated(unknownArguments, (writer) => customize(writer.object(slots)));
  }

  /** For the schema that is generated from this type. */
  static ofType(type: ValueType, unknownArguments: UnknownArguments, customize = unchanged): ValueCheck {
    return ValueCheck.#generated(unknownArguments, (writer) => customize(writer.node(type)));
  }

  /** For a schema that the application wrote. */
  static ofText(inputSchema: string, unknownArguments: UnknownArguments): ValueCheck {
    return new ValueCheck(() => {
      const schema = JSON.parse(inputSchema) as JsonSchemaNode;
      return unknownArguments === 'reject' ? schema : openObjects(schema);
    });
  }

  static #generated(unknownArguments: UnknownArguments, write: (writer: SchemaWriter) => JsonSchemaNode): ValueCheck {
    return new ValueCheck(() => {
      const writer = new SchemaWriter('validation');
      const root = write(writer);
      const { definitions } = writer;
      const schema = Object.keys(definitions).length > 0 ? { ...root, $defs: definitions } : root;
      return unknownArguments === 'reject' ? closeObjects(schema) : schema;
    });
  }

  /** What is wrong with a value; nothing if the list is empty. */
  readonly violations: SchemaValidator = (value) => {
    this.#validator ??= compileValidator(this.#schema());
    return this.#validator(value);
  };
}
