import type { MaybePromise } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { InputBinder } from './InputBinder.js';
import { ToolArgumentsException } from './ToolArgumentsException.js';

type InputBinderParts = ConstructorParameters<typeof InputBinder>;

/** Makes the one value of a method's parameter from all arguments of the tool (ZS-07). */
export class FlattenedBinder {
  readonly #definition: ToolDefinition;
  readonly #binder: InputBinder;

  constructor(...parts: InputBinderParts) {
    [this.#definition] = parts;
    this.#binder = new InputBinder(...parts);
  }

  /** The value as the only one of a list; an array is treated as for every other method (MT-27). */
  bind(toolInput: string): MaybePromise<unknown[]> {
    if (toolInput.trimStart().startsWith('[')) throw ToolArgumentsException.notAnObject(this.#definition);
    const value = this.#binder.bind(toolInput);
    return value instanceof Promise ? value.then((input: unknown) => [input]) : [value];
  }
}
