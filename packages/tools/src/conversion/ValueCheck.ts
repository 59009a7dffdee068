import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { SchemaWriter } from '../schema/SchemaWriter.js';
import type { ValueSlot, ValueType } from '../schema/ValueType.js';
import { openObjects } from '../schema/finishSchema.js';
import { compileValidator, type SchemaValidator } from './compileValidator.js';

/** The check of a tool's arguments against its schema, compiled when the first call needs it. */
export class ValueCheck {
  readonly #schema: () => JsonSchemaNode;
  #validator: SchemaValidator | undefined;

  private constructor(schema: () => JsonSchemaNode) {
    this.#schema = schema;
  }

  /** For the schema that is generated from these slots. */
  static ofSlots(slots: readonly ValueSlot[]): ValueCheck {
    return ValueCheck.#generated((writer) => writer.object(slots));
  }

  /** For the schema that is generated from this type. */
  static ofType(type: ValueType): ValueCheck {
    return ValueCheck.#generated((writer) => writer.node(type));
  }

  /** For a schema that the application wrote. */
  static ofText(inputSchema: string): ValueCheck {
    return new ValueCheck(() => openObjects(JSON.parse(inputSchema) as JsonSchemaNode));
  }

  static #generated(write: (writer: SchemaWriter) => JsonSchemaNode): ValueCheck {
    return new ValueCheck(() => {
      const writer = new SchemaWriter('validation');
      const root = write(writer);
      return { ...root, $defs: writer.definitions };
    });
  }

  /** What is wrong with a value; nothing if the list is empty. */
  violations: SchemaValidator = (value) => {
    this.#validator ??= compileValidator(this.#schema());
    return this.#validator(value);
  };
}
