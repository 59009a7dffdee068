import type { MaybePromise } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../schema/StandardSchema.js';
import type { ArgumentViolation } from './ArgumentViolation.js';
import { appendToPath } from './appendToPath.js';
import { isThenable } from './convertResult.js';
import { parseArguments } from './parseArguments.js';
import { ToolArgumentsException } from './ToolArgumentsException.js';

/** Libraries may repeat a value in a message; longer ones are cut. */
const MAX_MESSAGE_LENGTH = 200;

/** Turns the text that a model sent into what a Standard Schema makes of it, defaults and transformations included. */
export class StandardInputBinder {
  readonly #definition: ToolDefinition;
  readonly #schema: StandardSchema;

  constructor(definition: ToolDefinition, schema: StandardSchema) {
    this.#definition = definition;
    this.#schema = schema;
  }

  /**
   * @throws {ToolArgumentsException} if the text is no JSON or the schema refuses it
   * @throws {ToolExecutionException} of phase `arguments` if the schema itself fails
   */
  bind(toolInput: string): MaybePromise<unknown> {
    const parsed = parseArguments(toolInput, this.#definition);
    let result: StandardResult<unknown> | Promise<StandardResult<unknown>>;
    try {
      result = this.#schema['~standard'].validate(parsed);
    } catch (cause) {
      throw this.#failed(cause);
    }
    return isThenable(result) ? this.#later(result) : this.#accept(result);
  }

  async #later(pending: Promise<StandardResult<unknown>>): Promise<unknown> {
    let result: StandardResult<unknown>;
    try {
      result = await pending;
    } catch (cause) {
      throw this.#failed(cause);
    }
    return this.#accept(result);
  }

  #accept(result: StandardResult<unknown>): unknown {
    if (result.issues) throw ToolArgumentsException.invalid(this.#definition, result.issues.map(toViolation));
    return result.value;
  }

  #failed(cause: unknown): ToolExecutionException {
    return new ToolExecutionException(this.#definition, cause, { phase: 'arguments' });
  }
}

function toViolation({ message, path = [] }: StandardIssue): ArgumentViolation {
  const steps = path.map((step) => (typeof step === 'object' ? step.key : step));
  const jsonPath = steps.reduce<string>(
    (parent, step) => appendToPath(parent, typeof step === 'number' ? step : String(step)),
    '$',
  );
  // Some libraries start their messages with the path.
  const prefix = `${steps.map(String).join('.')} `;
  const text = steps.length > 0 && message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return {
    path: jsonPath,
    expectation: text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text,
  };
}
