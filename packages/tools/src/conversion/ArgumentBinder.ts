import { LoggerFactory, type MaybePromise } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import { isStrictFormOf } from '../schema/strictSchema.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import type { ValueSlot } from '../schema/ValueType.js';
import type { ArgumentViolation } from './ArgumentViolation.js';
import { appendToPath } from './appendToPath.js';
import { checkInstances, needsInstanceCheck } from './checkInstances.js';
import { convertValue } from './convertValue.js';
import { parseArgumentsObject } from './parseArgumentsObject.js';
import { type QuickCheck, quickCheck } from './quickCheck.js';
import { allowsNull, tidyObject, type UnknownKeys } from './tidyValue.js';
import { ToolArgumentsException } from './ToolArgumentsException.js';
import type { UnknownArguments } from './UnknownArguments.js';
import { ValueCheck } from './ValueCheck.js';

const logger = LoggerFactory.getLogger('toolwright.tools.arguments');

/** One key of the arguments, with everything that could be decided before the first call. */
interface Binding {
  readonly slot: ValueSlot;
  readonly quick: QuickCheck | undefined;
  /** Whether every object has a value under this key, so that only an own one counts (MT-31). */
  readonly inherited: boolean;
  readonly acceptsNull: boolean;
  readonly checkInstance: boolean;
}

/**
 * Turns the arguments text of a tool into the values of its parameters: parsed, checked against what the model was
 * told, converted to the declared types.
 *
 * Arguments of simple types that fit take a short way without a compiled schema. Everything else is tidied up, checked
 * by the schema, converted and, where validators say more than a schema can, looked at by class-validator.
 */
export class ArgumentBinder {
  readonly #definition: ToolDefinition;
  readonly #slots: readonly ValueSlot[];
  readonly #bindings: readonly Binding[];
  readonly #check: ValueCheck;
  readonly #unknownKeys: UnknownKeys;
  readonly #isHandWritten: boolean;
  readonly #isQuick: boolean;
  readonly #checksInstances: boolean;

  /**
   * @param slots the parameters in order
   * @param generatedSchema the schema that the slots make; a definition with another one is checked against its own
   * @param customize what customizers made of the generated schema
   */
  constructor(
    definition: ToolDefinition,
    slots: readonly ValueSlot[],
    generatedSchema: string,
    unknownArguments: UnknownArguments,
    customize?: (root: JsonSchemaNode) => JsonSchemaNode,
  ) {
    this.#definition = definition;
    this.#slots = slots;
    const { inputSchema } = definition;
    this.#isHandWritten = inputSchema !== generatedSchema && !isStrictFormOf(inputSchema, generatedSchema);
    this.#check = this.#isHandWritten
      ? ValueCheck.ofText(definition.inputSchema, unknownArguments)
      : ValueCheck.ofSlots(slots, unknownArguments, customize);
    this.#unknownKeys = {
      keep: unknownArguments === 'reject',
      dropped: () => {
        logger.debug(
          `Arguments of tool '${definition.name}' have keys that its schema does not know; they are ignored.`,
        );
      },
    };
    this.#bindings = slots.map((slot) => ({
      slot,
      quick: quickCheck(slot),
      inherited: slot.name in Object.prototype,
      acceptsNull: allowsNull(slot),
      checkInstance: needsInstanceCheck(slot.type),
    }));
    this.#isQuick = !this.#isHandWritten && !customize && this.#bindings.every(({ quick }) => quick !== undefined);
    this.#checksInstances = this.#bindings.some(({ checkInstance }) => checkInstance);
  }

  /**
   * The values of the parameters, in order; undefined where the model gave none.
   *
   * @throws {ToolArgumentsException} if the text is no JSON object or does not fit
   * @throws {ToolExecutionException} of phase `arguments` if a class cannot be instantiated
   */
  bind(toolInput: string): MaybePromise<unknown[]> {
    const object = parseArgumentsObject(toolInput, this.#definition);
    return (this.#isQuick ? this.#bindQuickly(object) : undefined) ?? this.#bindCarefully(object);
  }

  #bindQuickly(object: Readonly<Record<string, unknown>>): unknown[] | undefined {
    const bindings = this.#bindings;
    const values = new Array<unknown>(bindings.length);
    let known = 0;
    for (let index = 0; index < bindings.length; index += 1) {
      const { slot, quick, inherited, acceptsNull } = bindings[index] as Binding;
      const value = inherited && !Object.hasOwn(object, slot.name) ? undefined : object[slot.name];
      if (value === undefined || (value === null && !acceptsNull)) {
        if (slot.required) return undefined;
        if (value === null) known += 1;
      } else {
        if (!(quick as QuickCheck)(value)) return undefined;
        values[index] = value;
        known += 1;
      }
    }
    if (this.#unknownKeys.keep || logger.isLevelEnabled('debug')) {
      const hasUnknown = Object.keys(object).length > known;
      if (hasUnknown && this.#unknownKeys.keep) return undefined;
      if (hasUnknown) this.#unknownKeys.dropped();
    }
    return values;
  }

  #bindCarefully(object: Readonly<Record<string, unknown>>): MaybePromise<unknown[]> {
    let values: unknown[];
    try {
      const tidied = tidyObject(object, this.#slots, this.#unknownKeys);
      const violations = this.#check.violations(this.#isHandWritten ? this.#withOtherKeys(tidied, object) : tidied);
      if (violations.length > 0) throw ToolArgumentsException.invalid(this.#definition, violations);
      values = this.#slots.map((slot) =>
        Object.hasOwn(tidied, slot.name) ? convertValue(tidied[slot.name], slot.type) : undefined,
      );
    } catch (cause) {
      if (cause instanceof ToolExecutionException) throw cause;
      throw new ToolExecutionException(this.#definition, cause, { phase: 'arguments' });
    }
    return this.#checksInstances ? this.#checkInstances(values) : values;
  }

  /** A schema written by hand may ask for keys that are no parameters. */
  #withOtherKeys(tidied: Readonly<Record<string, unknown>>, object: Readonly<Record<string, unknown>>): object {
    const names = new Set(this.#slots.map((slot) => slot.name));
    const others = Object.entries(object).filter(([key]) => !names.has(key));
    return Object.fromEntries([...Object.entries(tidied), ...others]);
  }

  async #checkInstances(values: unknown[]): Promise<unknown[]> {
    const violations: ArgumentViolation[] = [];
    for (const [index, { slot, checkInstance }] of this.#bindings.entries()) {
      if (!checkInstance) continue;
      violations.push(...(await checkInstances(values[index], slot.type, appendToPath('$', slot.name))));
    }
    if (violations.length > 0) throw ToolArgumentsException.invalid(this.#definition, violations);
    return values;
  }
}
