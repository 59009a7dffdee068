import { DecoratorMetadata } from '@toolwright/core';

/** @internal The indices of the parameters that {@link ToolSignal} marked. */
export const toolSignalIndices = new DecoratorMetadata<readonly number[]>('tool-signal');

/**
 * Marks the parameter that receives the call's AbortSignal. A parameter declared as `AbortSignal` needs no mark. The
 * parameter is not part of the schema.
 */
export function ToolSignal(): ParameterDecorator {
  return (target, propertyKey, parameterIndex) => {
    if (propertyKey === undefined) throw new TypeError('@ToolSignal cannot be used on a constructor parameter');
    const recorded = toolSignalIndices.own(target, propertyKey) ?? [];
    toolSignalIndices.set(target, [...recorded, parameterIndex], propertyKey);
  };
}
