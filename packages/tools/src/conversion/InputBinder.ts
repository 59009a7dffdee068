import { LoggerFactory, type MaybePromise } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import { isStrictFormOf } from '../schema/strictSchema.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import type { ValueType } from '../schema/ValueType.js';
import { AbsentNulls } from './AbsentNulls.js';
import { checkInstances, needsInstanceCheck } from './checkInstances.js';
import { convertValue } from './convertValue.js';
import { orNoArguments } from './orNoArguments.js';
import { parseArguments } from './parseArguments.js';
import { tidyValue, type UnknownKeys } from './tidyValue.js';
import { ToolArgumentsException } from './ToolArgumentsException.js';
import type { UnknownArguments } from './UnknownArguments.js';
import { ValueCheck } from './ValueCheck.js';

const logger = LoggerFactory.getLogger('toolwright.tools.arguments');

/** Turns the text that a model sent into the one value that a function takes. */
export class InputBinder {
  readonly #definition: ToolDefinition;
  readonly #type: ValueType;
  readonly #check: ValueCheck;
  /** For a schema written by hand; others know what may be null. */
  readonly #absentNulls: AbsentNulls | undefined;
  readonly #unknownKeys: UnknownKeys;
  readonly #checksInstances: boolean;

  /**
   * @param generatedSchema the schema that the type makes; a definition with another one is checked against its own
   * @param customize what customizers made of the generated schema
   */
  constructor(
    definition: ToolDefinition,
    type: ValueType,
    generatedSchema: string,
    unknownArguments: UnknownArguments,
    customize?: (root: JsonSchemaNode) => JsonSchemaNode,
  ) {
    this.#definition = definition;
    this.#type = type;
    const { inputSchema } = definition;
    const isGenerated = inputSchema === generatedSchema || isStrictFormOf(inputSchema, generatedSchema);
    this.#check = isGenerated
      ? ValueCheck.ofType(type, unknownArguments, customize)
      : ValueCheck.ofText(inputSchema, unknownArguments);
    this.#absentNulls = isGenerated ? undefined : new AbsentNulls(inputSchema);
    this.#unknownKeys = {
      keep: unknownArguments === 'reject',
      dropped: () => {
        logger.debug(
          `Arguments of tool '${definition.name}' have keys that its schema does not know; they are ignored.`,
        );
      },
    };
    this.#checksInstances = needsInstanceCheck(type);
  }

  /**
   * The value, parsed, checked and converted.
   *
   * @throws {ToolArgumentsException} if the text is no JSON or does not fit
   * @throws {ToolExecutionException} of phase `arguments` if the class cannot be instantiated
   */
  bind(toolInput: string): MaybePromise<unknown> {
    const sent = parseArguments(toolInput, this.#definition);
    let value: unknown;
    try {
      const meant = orNoArguments(sent, this.#definition);
      const parsed = this.#absentNulls?.drop(meant, toolInput) ?? meant;
      const tidied = tidyValue(parsed, this.#type, this.#unknownKeys);
      const violations = this.#check.violations(tidied);
      if (violations.length > 0) throw ToolArgumentsException.invalid(this.#definition, violations);
      value = convertValue(tidied, this.#type);
    } catch (cause) {
      if (cause instanceof ToolExecutionException) throw cause;
      throw new ToolExecutionException(this.#definition, cause, { phase: 'arguments' });
    }
    return this.#checksInstances ? this.#checkInstance(value) : value;
  }

  async #checkInstance(value: unknown): Promise<unknown> {
    const violations = await checkInstances(value, this.#type, '$');
    if (violations.length > 0) throw ToolArgumentsException.invalid(this.#definition, violations);
    return value;
  }
}
