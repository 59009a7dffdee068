import { type AbstractClassType, IllegalStateException, type MaybePromise } from '@toolwright/core';
import type { ArgumentViolation } from '../conversion/ArgumentViolation.js';
import { checkInstances, needsInstanceCheck } from '../conversion/checkInstances.js';
import { convertValue } from '../conversion/convertValue.js';
import { parseArgumentsObject } from '../conversion/parseArgumentsObject.js';
import { standardValue } from '../conversion/standardValue.js';
import { allowsNull, tidyObject } from '../conversion/tidyValue.js';
import { ToolArgumentsException } from '../conversion/ToolArgumentsException.js';
import { ValueCheck } from '../conversion/ValueCheck.js';
import { DefaultToolDefinition, type ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import type { PropertySlot } from '../schema/describeClass.js';
import { isStandardSchema, type StandardSchema } from '../schema/StandardSchema.js';
import type { ArgumentSource } from './ArgumentSource.js';
import { augmentedSlots } from './augmentedSlots.js';
import { augmentSchema, parseObjectSchema } from './augmentSchema.js';

/** What an added argument does when the tool has one of that name: fail, or take the name with `_` before it (AU-16). */
export type OnArgumentConflict = 'throw' | 'prefix';

/** The text of a call, taken apart. */
export interface SplitInput<T> {
  readonly added: MaybePromise<T>;
  /** The JSON without the added arguments. */
  readonly rest: string;
}

const NOTHING_TO_REPORT = { keep: false, dropped: () => undefined };

/** The arguments that a class or schema adds to one tool: their schema, and how they are read from the text of a call. */
export class AugmentedArguments<T> {
  /** The tool's definition with the added arguments. */
  readonly definition: ToolDefinition;
  readonly #type: ArgumentSource<T>;
  /** In the names that the model uses. */
  readonly #slots: readonly PropertySlot[];
  /** From the name that the model uses to that in the class or schema. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #check: ValueCheck;
  readonly #checksInstance: boolean;

  /**
   * @throws {IllegalArgumentException} if the type is neither a class with decorated fields nor a schema of an object
   * @throws {IllegalStateException} if a name is taken, or if the tool's schema is not JSON
   */
  constructor(tool: ToolDefinition, type: ArgumentSource<T>, onConflict: OnArgumentConflict) {
    const slots = augmentedSlots(type);
    const base = parseObjectSchema(tool.inputSchema);
    const taken = new Set(Object.keys(base['properties'] ?? {}));
    const names = new Map(slots.map(({ name }) => [freeName(name, taken, tool, onConflict), name]));
    this.#type = type;
    this.#names = names;
    this.#slots = [...names.keys()].map((name, index) => ({ ...(slots[index] as PropertySlot), name }));
    this.#check = ValueCheck.ofSlots(this.#slots, 'ignore');
    this.#checksInstance = !isStandardSchema(type) && needsInstanceCheck({ kind: 'class', type });
    this.definition = new DefaultToolDefinition(
      tool.name,
      // Examples do not know the added arguments.
      tool.plainDescription,
      JSON.stringify(augmentSchema(base, this.#slots)),
    );
  }

  /** @throws {ToolArgumentsException} if the text is no JSON object or the added arguments do not fit */
  split(toolInput: string): SplitInput<T> {
    const parsed = parseArgumentsObject(toolInput, this.definition);
    const own: [string, unknown][] = [];
    const others: [string, unknown][] = [];
    for (const entry of Object.entries(parsed)) (this.#names.has(entry[0]) ? own : others).push(entry);
    return {
      added: this.#convert(Object.fromEntries(own)),
      rest: own.length === 0 ? toolInput : JSON.stringify(Object.fromEntries(others)),
    };
  }

  #convert(object: Readonly<Record<string, unknown>>): MaybePromise<T> {
    const type = this.#type;
    if (isStandardSchema(type)) return this.#convertBySchema(type, object);
    const tidied = tidyObject(object, this.#slots, NOTHING_TO_REPORT);
    this.#reject(this.#check.violations(tidied));
    const named = Object.fromEntries(
      Object.entries(tidied).map(([name, value]) => [this.#names.get(name) as string, value]),
    );
    let added: T;
    try {
      added = convertValue(named, { kind: 'class', type }) as T;
    } catch (cause) {
      throw new ToolExecutionException(this.definition, cause, { phase: 'arguments' });
    }
    return this.#checksInstance ? this.#checkInstance(added, type) : added;
  }

  async #checkInstance(added: T, type: AbstractClassType<T>): Promise<T> {
    this.#reject(await checkInstances(added, { kind: 'class', type }, '$'));
    return added;
  }

  #convertBySchema(schema: StandardSchema<unknown, T>, object: Readonly<Record<string, unknown>>): MaybePromise<T> {
    const named = this.#slots.flatMap((slot) => {
      if (!Object.hasOwn(object, slot.name)) return [];
      const value = object[slot.name];
      // Null is how some models leave out what is optional.
      if (value === null && !slot.required && !allowsNull(slot)) return [];
      return [[this.#names.get(slot.name), value]];
    });
    const outer = new Map([...this.#names].map(([name, inner]) => [inner, name]));
    return standardValue(
      schema,
      Object.fromEntries(named),
      this.definition,
      (key) => outer.get(key) ?? key,
    ) as MaybePromise<T>;
  }

  #reject(violations: readonly ArgumentViolation[]): void {
    if (violations.length > 0) throw ToolArgumentsException.invalid(this.definition, violations);
  }
}

/** Takes a name that the tool does not use yet. */
function freeName(name: string, taken: Set<string>, tool: ToolDefinition, onConflict: OnArgumentConflict): string {
  let free = name;
  while (taken.has(free)) {
    if (onConflict === 'throw') {
      throw new IllegalStateException(`Augmented argument '${name}' conflicts with a parameter of tool '${tool.name}'`);
    }
    free = `_${free}`;
  }
  taken.add(free);
  return free;
}
