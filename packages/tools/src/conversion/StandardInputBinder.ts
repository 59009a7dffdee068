import type { MaybePromise } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import type { StandardSchema } from '../schema/StandardSchema.js';
import { AbsentNulls } from './AbsentNulls.js';
import { orNoArguments } from './orNoArguments.js';
import { parseArguments } from './parseArguments.js';
import { standardValue } from './standardValue.js';

/** Turns the text that a model sent into what a Standard Schema makes of it, defaults and transformations included. */
export class StandardInputBinder {
  readonly #definition: ToolDefinition;
  readonly #schema: StandardSchema;
  readonly #absentNulls: AbsentNulls;

  constructor(definition: ToolDefinition, schema: StandardSchema) {
    this.#definition = definition;
    this.#schema = schema;
    this.#absentNulls = new AbsentNulls(definition.inputSchema);
  }

  /**
   * @throws {ToolArgumentsException} if the text is no JSON or the schema refuses it
   * @throws {ToolExecutionException} of phase `arguments` if the schema itself fails
   */
  bind(toolInput: string): MaybePromise<unknown> {
    const parsed = orNoArguments(parseArguments(toolInput, this.#definition), this.#definition);
    return standardValue(this.#schema, this.#absentNulls.drop(parsed, toolInput), this.#definition);
  }
}
