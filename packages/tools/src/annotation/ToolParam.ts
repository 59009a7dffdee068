import { DecoratorMetadata } from '@toolwright/core';
import type { TypeSpec } from '../schema/TypeSpec.js';

/** What a parameter of a tool, or a property of a parameter's class, says about itself. */
export interface ToolParamOptions {
  /** The key in the arguments; default the name in the source. On a property use `@Expose({ name })` instead. */
  readonly name?: string;
  /** What the model should put here. */
  readonly description?: string;
  /** Whether the model must give it; if not written, the declaration decides (JS-20). */
  readonly required?: boolean;
  /** The type, where the compiler's metadata cannot tell: elements of arrays, integers, enums, maps. */
  readonly type?: TypeSpec;
  /** JSON Schema keywords: together with a type they are added to it, alone they are the whole node. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /**
   * Says that a parameter such as `userId` is meant to come from the model, not from the `ToolContext`; the schema build
   * warns about the others (TX-26). It changes nothing at run time.
   */
  readonly modelProvided?: boolean;
}

/** @internal What {@link ToolParam} recorded: per method by parameter index, per property under index 0. */
export const toolParamOptions = new DecoratorMetadata<Readonly<Record<number, ToolParamOptions>>>('tool-param');

/** @internal The properties that {@link ToolParam} described on exactly this prototype, in order. */
export const toolParamProperties = new DecoratorMetadata<readonly string[]>('tool-param-properties');

/** Describes a parameter of a tool method, or a property of a class that is used as one. */
export function ToolParam(options: ToolParamOptions = {}): ParameterDecorator & PropertyDecorator {
  return (target: object, propertyKey: string | symbol | undefined, parameterIndex?: number) => {
    if (propertyKey === undefined) throw new TypeError('@ToolParam cannot be used on a constructor parameter');
    if (typeof parameterIndex !== 'number' && typeof propertyKey === 'string') {
      toolParamProperties.set(target, [...(toolParamProperties.own(target) ?? []), propertyKey]);
    }
    const recorded = toolParamOptions.own(target, propertyKey);
    toolParamOptions.set(target, { ...recorded, [parameterIndex ?? 0]: Object.freeze({ ...options }) }, propertyKey);
  };
}
