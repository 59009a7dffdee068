import { type ClassType, DecoratorMetadata } from '@toolwright/core';
import type { ToolApprovalPredicate } from '../approval/requiresApproval.js';
import type { ToolInputExample } from '../definition/ToolDefinition.js';
import type { ToolDescription } from '../definition/ToolDescription.js';
import type { ToolCallResultConverter } from '../execution/ToolCallResultConverter.js';

/**
 * The key of a call from its arguments as the model wrote them, not yet validated. Calls with one key run one after the
 * other in the whole process; tools that share the function share its keys. A tool must not wait for another call of its
 * own key.
 */
export type ToolConcurrencyKey = (args: Readonly<Record<string, unknown>>) => unknown;

/** What a method says about itself as a tool. */
export interface ToolOptions {
  /** Unique among the tools of a request; default the method's name. */
  readonly name?: string;
  /** What the tool does and when to use it, a text or a function of the context; default the method's name. */
  readonly description?: ToolDescription;
  /**
   * Calls that would make sense, as the model would write their arguments. Providers that have a field for them get all,
   * others the first five in the description. Each must fit the schema (EG-01 to EG-03).
   */
  readonly examples?: readonly ToolInputExample[];
  /** Whether the result goes to the caller instead of back to the model; default false. */
  readonly returnDirect?: boolean;
  /** A class without constructor arguments that turns the return value into text; default JSON. */
  readonly resultConverter?: ClassType<ToolCallResultConverter>;
  /**
   * Whether the properties of the method's only parameter, an object of a class, are the arguments of the tool, instead of
   * one argument that holds them; default false (ZS-07).
   */
  readonly flatten?: boolean;
  /** The group that a catalogue shows the tool in; kept as the attribute `category`. */
  readonly category?: string;
  /** Longest run time: milliseconds, or text such as `500ms`, `2s`, `1m`; kept in milliseconds as the attribute `timeout`. */
  readonly timeout?: number | string;
  /**
   * `exclusive` runs alone among the calls of a round; a function makes calls with the same key wait for each other.
   * Kept as the attribute `concurrency`.
   */
  readonly concurrency?: 'exclusive' | 'shared' | ToolConcurrencyKey;
  /** Whether repeating a call does no harm; kept as the attribute `idempotent`. */
  readonly idempotent?: boolean;
  /**
   * How often a failing call is started at most, and the first wait between: milliseconds, or text such as `50ms`;
   * default 100 ms, each wait longer than the one before. Only for idempotent tools; kept as the attribute `retry`.
   */
  readonly retry?: { readonly attempts: number; readonly backoff?: number | string };
  /**
   * Lets equal calls share a result for a time: milliseconds, or text such as `1m`, default what the manager says. Calls
   * are equal if their arguments mean the same and so do the values of the tool context, or of the keys named by `by`.
   * Only for idempotent tools; kept as the attribute `cache` (RT-06, RT-07).
   */
  readonly cache?: { readonly ttl?: number | string; readonly by?: readonly string[] };
  /** Whether a call without values in the tool context fails before the method runs; default false (TX-10). */
  readonly requiresContext?: boolean;
  /**
   * `required` lets a person or a policy decide before every call, a function only before those that it is true for; kept
   * as the attribute `approval` (TX-17, AP-02).
   */
  readonly approval?: 'required' | ToolApprovalPredicate;
  /** Characters of a result that the model is given, at least 1; kept as the attribute `maxResultChars` (TX-12). */
  readonly maxResultChars?: number;
  /** Open facts such as `readOnly` or `idempotent`, forwarded in the tool's metadata. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** @internal What {@link Tool} recorded on a method. */
export const toolOptions = new DecoratorMetadata<ToolOptions>('tool');

/**
 * Offers a method to language models. It works on instance and static methods of any visibility except `#private`,
 * and is inherited by a method that overrides a decorated one. What is no method, or has a symbol for a name, is refused
 * with a `TypeError` when the class is defined.
 *
 * @example
 * ```ts
 * class WeatherTools {
 *   @Tool({ description: 'Get the weather of a city' })
 *   getWeather(@ToolParam({ description: 'Name of the city' }) city: string): string { … }
 * }
 * ```
 */
export function Tool(options: ToolOptions = {}): MethodDecorator {
  return (target, propertyKey, descriptor?: PropertyDescriptor) => {
    if (typeof propertyKey === 'symbol' || (descriptor && typeof descriptor.value !== 'function')) {
      throw new TypeError(`@Tool cannot be used on ${String(propertyKey)}: it must be a method whose name is a text`);
    }
    toolOptions.set(target, { ...options }, propertyKey);
  };
}
