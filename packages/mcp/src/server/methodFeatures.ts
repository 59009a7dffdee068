import { type AbstractClassType, LoggerFactory } from '@toolwright/core';
import {
  type MethodHandle,
  MethodToolCallback,
  methodHandle,
  type ToolCallback,
  ToolCallResultConverter,
  ToolContext,
  ToolDefinitions,
  ToolExecutionException,
  ToolMetadata,
  ToolTimeoutException,
} from '@toolwright/tools';
import { describeError } from '../client/call/describeError.js';
import { McpToolUtils } from '../client/naming/McpToolUtils.js';
import { isMcpError, McpError } from './McpError.js';
import type { McpRequestContext } from './McpRequestContext.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.server');

/** Keeps what a method returned as JSON, in which its absence is a value of its own. */
class RawResultConverter extends ToolCallResultConverter {
  override convert(result: unknown): string {
    return result === undefined ? '' : JSON.stringify(result);
  }
}

const RAW = new RawResultConverter();

/** One method of an object, called with named arguments like a tool. */
export interface FeatureMethod {
  readonly label: string;
  /** The schema of its arguments as an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The names of the parameters that arguments fill, in order. */
  readonly parameters: readonly string[];
  readonly returnType: unknown;
  /**
   * @returns what the method returned, as JSON brings it back; undefined for nothing
   * @throws what the method threw, or {@link ToolExecutionException} if the arguments do not fit
   */
  call(given: Readonly<Record<string, unknown>>, context: McpRequestContext): Promise<unknown>;
}

/** A method of an object as a feature; its declaration is read once. */
export function featureMethod(object: object, key: string): FeatureMethod {
  const method = methodHandle(object.constructor as never, key);
  const callback = MethodToolCallback.builder()
    .toolDefinition(ToolDefinitions.from(method))
    .toolMetadata(ToolMetadata.from(method))
    .toolMethod(method)
    .toolObject(object)
    .toolCallResultConverter(RAW)
    .unknownArguments('reject')
    .build();
  const inputSchema = JSON.parse(callback.definition.inputSchema) as Readonly<Record<string, unknown>>;
  const timeout = callback.metadata.attributes['timeout'];
  return {
    label: labelOf(object, key),
    inputSchema,
    parameters: Object.keys(inputSchema['properties'] ?? {}),
    returnType: returnTypeOf(method),
    call: async (given, context) => {
      const text = await run(
        callback,
        JSON.stringify(given),
        context,
        typeof timeout === 'number' ? timeout : undefined,
      );
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    },
  };
}

/** Runs a callback for a request: its context holds the exchange, and its signal fires when the client gives up. */
export async function run(
  callback: ToolCallback,
  input: string,
  context: McpRequestContext,
  timeout?: number,
): Promise<string> {
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const signal = limit ? AbortSignal.any([context.signal, limit]) : context.signal;
  const toolContext = new ToolContext({ [McpToolUtils.TOOL_CONTEXT_MCP_EXCHANGE_KEY]: context }, { signal });
  const result = callback.call(input, toolContext);
  if (!limit || timeout === undefined) return result;
  const late = new Promise<never>((_resolve, reject) => {
    limit.addEventListener('abort', () => reject(new ToolTimeoutException(callback.definition.name, timeout)), {
      once: true,
    });
  });
  return Promise.race([result, late]);
}

/** The methods of an object that a decorator marked, its own and inherited ones, by name. */
export function markedMethods<T>(
  object: object,
  metadata: { inherited(target: object, property: string): T | undefined },
): readonly { readonly key: string; readonly options: T }[] {
  const found = new Map<string, T>();
  let prototype = Object.getPrototypeOf(object) as object | null;
  while (prototype && prototype !== Object.prototype) {
    for (const key of Object.getOwnPropertyNames(prototype)) {
      const options = metadata.inherited(prototype, key);
      if (options !== undefined && !found.has(key)) found.set(key, options);
    }
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, options]) => ({ key, options }));
}

/** The thing that was thrown, without the exceptions that the framework put around it. */
export function thrownBy(error: unknown): unknown {
  let thrown = error;
  while (thrown instanceof ToolExecutionException && thrown.phase === 'execute') thrown = thrown.cause;
  return thrown;
}

/** The failure of a resource or a prompt as an error of the protocol; one of the protocol stays as it is (MA-06). */
export function toMcpError(error: unknown, prefix: string): Error {
  const thrown = thrownBy(error);
  if (isMcpError(thrown)) return thrown;
  const reason = describeError(rootCause(thrown));
  return new McpError(-32_602, `${prefix}. ${reason}`, reason);
}

/** What a client is told of a tool that failed. */
export function failureText(error: unknown, toolName: string, exposeDetails: boolean): string {
  const thrown = thrownBy(error);
  if (thrown instanceof ToolTimeoutException) return `Tool timed out after ${thrown.timeout / 1000}s`;
  if (exposeDetails || (thrown instanceof ToolExecutionException && thrown.phase === 'arguments')) {
    const text = describeError(thrown);
    return text === '' ? (thrown as Error).name : text;
  }
  const reference = crypto.randomUUID();
  logger.error(`Tool '${toolName}' failed. Reference: ${reference}.`, { err: thrown });
  return `Tool execution failed. Reference: ${reference}`;
}

function rootCause(error: unknown): unknown {
  let root = error;
  while (typeof root === 'object' && root !== null && 'cause' in root && root.cause !== undefined) root = root.cause;
  return root;
}

function labelOf(object: object, key: string): string {
  return `${(object.constructor as AbstractClassType).name}.${key}`;
}

function returnTypeOf({ owner, key }: MethodHandle): unknown {
  return Reflect.getMetadata('design:returntype', owner, key);
}
