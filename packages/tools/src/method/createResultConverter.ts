import { IllegalArgumentException } from '@toolwright/core';
import { toolOptions } from '../annotation/Tool.js';
import type { ToolCallResultConverter } from '../execution/ToolCallResultConverter.js';
import type { MethodHandle } from './MethodHandle.js';

/**
 * A new instance of the converter that `@Tool({ resultConverter })` names; undefined if it names none.
 *
 * @throws {IllegalArgumentException} `Failed to instantiate ToolCallResultConverter: …` with the constructor's error as cause
 */
export function createResultConverter(method: MethodHandle): ToolCallResultConverter | undefined {
  const type = toolOptions.inherited(method.owner, method.key)?.resultConverter;
  if (!type) return undefined;
  try {
    return new type();
  } catch (cause) {
    throw new IllegalArgumentException(`Failed to instantiate ToolCallResultConverter: ${type.name}`, { cause });
  }
}
