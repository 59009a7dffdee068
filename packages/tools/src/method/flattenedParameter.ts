import { IllegalStateException } from '@toolwright/core';
import { toolOptions } from '../annotation/Tool.js';
import type { ValueSlot } from '../schema/ValueType.js';
import { describeMethod } from './describeMethod.js';
import { type MethodHandle, methodLabel } from './MethodHandle.js';

/**
 * The one parameter whose properties are the arguments of the tool, if the method asks for that (ZS-07).
 *
 * @throws {IllegalStateException} if it asks for it and has not one such parameter
 */
export function flattenedParameter(method: MethodHandle): ValueSlot | undefined {
  if (toolOptions.inherited(method.owner, method.key)?.flatten !== true) return undefined;
  const parameters = describeMethod(method).parameters.flatMap((parameter) =>
    parameter.role === 'argument' ? [parameter] : [],
  );
  const [only] = parameters;
  const kind = only?.slot.type.kind;
  if (only && parameters.length === 1 && !only.rest && (kind === 'class' || kind === 'declared')) return only.slot;
  throw new IllegalStateException(
    `@Tool({ flatten: true }) of ${methodLabel(method)} makes the properties of a parameter the arguments of the tool, so ` +
      'the method needs exactly one parameter beside ToolContext and signals, and its type must be a class, or an ' +
      'interface that the schema build has read.',
  );
}
