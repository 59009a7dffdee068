import { IllegalStateException } from '@toolwright/core';
import { mcpCompleteOptions } from '../annotation/McpComplete.js';
import { metaOf } from '../annotation/McpMetaProvider.js';
import { mcpPromptOptions } from '../annotation/McpPrompt.js';
import type * as McpSchema from '../sdk/McpSchema.js';
import { McpError } from './McpError.js';
import type { McpServerCompletion, McpServerPrompt } from './McpServerFeatures.js';
import { type FeatureMethod, featureMethod, markedMethods, toMcpError } from './methodFeatures.js';

/** What the schema of an argument says. */
interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
}

/** The prompts of the methods of an object that `@McpPrompt` marks, by the names of the methods. */
export function promptsOf(object: object): readonly McpServerPrompt[] {
  return markedMethods(object, mcpPromptOptions).map(({ key, options }): McpServerPrompt => {
    const method = featureMethod(object, key);
    const { name = key, title, description } = options;
    const meta = metaOf(options.metaProvider);
    const schemas = (method.inputSchema['properties'] ?? {}) as Readonly<Record<string, ArgumentSchema>>;
    const required = (method.inputSchema['required'] ?? []) as readonly string[];
    return {
      source: method.label,
      declaration: {
        name,
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        arguments: Object.entries(schemas).map(([argument, schema]) => ({
          name: argument,
          description: schema.description ?? `Parameter of type ${typeName(schema)}`,
          required: required.includes(argument),
        })),
        ...(meta && { _meta: { ...meta } }),
      },
      get: async (given, context) => {
        const missing = required.find((argument) => !Object.hasOwn(given, argument));
        if (missing !== undefined) {
          throw new McpError(-32_602, `Missing required argument '${missing}' of prompt '${name}'`);
        }
        let value: unknown;
        try {
          value = await method.call(convertArguments(given, schemas), context);
        } catch (error) {
          throw toMcpError(error, `Error invoking prompt method: ${key} in ${method.label.split('.')[0] ?? ''}`);
        }
        return toPromptResult(value, description);
      },
    };
  });
}

function typeName({ type }: ArgumentSchema): string {
  const name = typeof type === 'string' ? type : 'string';
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** Clients send texts; a method may want numbers and booleans (MA-08). */
function convertArguments(
  given: Readonly<Record<string, string>>,
  schemas: Readonly<Record<string, ArgumentSchema>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(given).flatMap(([name, text]): [string, unknown][] => {
    const schema = schemas[name];
    return schema ? [[name, convertText(text, schema)]] : [];
  });
  return Object.fromEntries(entries);
}

function convertText(text: string, { type }: ArgumentSchema): unknown {
  switch (type) {
    case 'integer': {
      const value = Number(text);
      if (Number.isSafeInteger(value) && text.trim() !== '') return value;
      throw new McpError(-32_602, `Cannot safely convert numeric value '${text}' to int`);
    }
    case 'number': {
      const value = Number(text);
      if (Number.isFinite(value) && text.trim() !== '') return value;
      throw new McpError(-32_602, `Cannot safely convert numeric value '${text}' to number`);
    }
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

/** A plain text is a message of the assistant (MA-09). */
function toPromptResult(value: unknown, description: string | undefined): McpSchema.GetPromptResult {
  if (typeof value === 'object' && value !== null && 'messages' in value) return value as McpSchema.GetPromptResult;
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  const messages = items.flatMap((item): McpSchema.PromptMessage[] => {
    if (typeof item === 'string') return [{ role: 'assistant', content: { type: 'text', text: item } }];
    return typeof item === 'object' && item !== null && 'role' in item ? [item as McpSchema.PromptMessage] : [];
  });
  if (messages.length === 0 || messages.length !== items.length) {
    throw new McpError(-32_602, `Unsupported result type: ${value === null ? 'null' : typeof value}`);
  }
  return { ...(description !== undefined && { description }), messages };
}

/** The completions of the methods of an object that `@McpComplete` marks. */
export function completionsOf(object: object): readonly McpServerCompletion[] {
  return markedMethods(object, mcpCompleteOptions).map(({ key, options }): McpServerCompletion => {
    const method = featureMethod(object, key);
    if (method.parameters.length > 1) {
      throw new IllegalStateException(`Method ${method.label} may have one parameter for what was typed`);
    }
    return {
      source: method.label,
      ref: options,
      complete: async (params, context) => toCompletion(await callCompletion(method, params, context)),
    };
  });
}

/** A parameter of text gets what was typed, any other one the argument. */
async function callCompletion(
  method: FeatureMethod,
  { argument }: McpSchema.CompleteRequest['params'],
  context: Parameters<FeatureMethod['call']>[1],
): Promise<unknown> {
  const schemas = (method.inputSchema['properties'] ?? {}) as Readonly<Record<string, ArgumentSchema>>;
  const given = method.parameters.map((name): [string, unknown] => [
    name,
    schemas[name]?.type === 'string' ? argument.value : argument,
  ]);
  return method.call(Object.fromEntries(given), context);
}

function toCompletion(value: unknown): McpSchema.CompleteResult['completion'] {
  if (value === undefined || value === null) return { values: [], total: 0, hasMore: false };
  if (typeof value === 'string') return { values: [value], total: 1, hasMore: false };
  if (Array.isArray(value)) return { values: value.map(String), total: value.length, hasMore: false };
  const { completion = value } = value as { completion?: unknown };
  return completion as McpSchema.CompleteResult['completion'];
}
