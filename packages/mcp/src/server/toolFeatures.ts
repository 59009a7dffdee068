import { IllegalStateException } from '@toolwright/core';
import { JsonSchemaGenerator, type ToolCallback } from '@toolwright/tools';
import { metaOf } from '../annotation/McpMetaProvider.js';
import { mcpRequestMethods } from '../annotation/McpRequest.js';
import { type McpToolOptions, mcpToolOptions } from '../annotation/McpTool.js';
import { type OutputSchemaValidator, outputSchemaValidator } from '../client/tool/outputSchemaValidator.js';
import type * as McpSchema from '../sdk/McpSchema.js';
import { isMcpError } from './McpError.js';
import type { McpServerTool } from './McpServerFeatures.js';
import type { McpServerSettings } from './McpServerSettings.js';
import { type FeatureMethod, failureText, featureMethod, markedMethods, run, thrownBy } from './methodFeatures.js';

/** The tools of the methods of an object that `@McpTool` marks, by the names of the methods (MS-09). */
export function toolsOf(object: object, settings: McpServerSettings): readonly McpServerTool[] {
  return markedMethods(object, mcpToolOptions).map(({ key, options }) => {
    const method = featureMethod(object, key);
    const open = method.parameters.length === 0 && mcpRequestMethods.inherited(object, key) === true;
    return methodTool(method, key, open ? { inputSchema: ANY_ARGUMENTS, ...options } : options, settings);
  });
}

/** The schema of a method that takes the request as a whole (MS-15). */
const ANY_ARGUMENTS = { type: 'object', properties: {}, required: [] } as const;

function methodTool(
  method: FeatureMethod,
  key: string,
  options: McpToolOptions,
  { exposeErrorDetails }: McpServerSettings,
): McpServerTool {
  const { name = key, description = key, annotations = {}, roles } = options;
  const { title, ...hints } = annotations;
  const output = outputSchemaOf(method, options);
  const meta = metaOf(options.metaProvider);
  const declaration: McpSchema.Tool = {
    name,
    title: options.title ?? title ?? name,
    description,
    inputSchema: inputSchemaOf(method, options),
    ...(output && { outputSchema: output.schema }),
    annotations: {
      ...(title !== undefined && title !== '' && { title }),
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
      ...hints,
    },
    ...(meta && { _meta: { ...meta } }),
  };
  let validator: Promise<OutputSchemaValidator> | undefined;
  return {
    source: method.label,
    declaration,
    roles,
    call: async (given, context) => {
      try {
        const value = await method.call(options.inputSchema ? {} : given, context);
        if (!output || isCallToolResult(value)) return toResult(value);
        const structured = output.wrapped ? { result: value } : value;
        validator ??= outputSchemaValidator(output.schema);
        const violation = (await validator)(structured);
        if (violation !== undefined) {
          throw new IllegalStateException(`The result of tool '${name}' breaks its output schema: ${violation}`);
        }
        return {
          content: [{ type: 'text', text: JSON.stringify(structured) }],
          structuredContent: structured as Record<string, unknown>,
        };
      } catch (error) {
        const thrown = thrownBy(error);
        if (isMcpError(thrown)) throw thrown;
        return errorResult(failureText(error, name, exposeErrorDetails));
      }
    },
  };
}

/** Every property is listed as required or not, and the list is there even if it is empty (MS-13). */
function inputSchemaOf(method: FeatureMethod, { inputSchema }: McpToolOptions): McpSchema.Tool['inputSchema'] {
  if (inputSchema) return { ...inputSchema, type: 'object' };
  const { $schema, $defs, ...rest } = method.inputSchema;
  const { properties = {}, required = [] } = rest as { properties?: object; required?: string[] };
  const schema = {
    ...($schema !== undefined && { $schema }),
    ...($defs !== undefined && { $defs }),
    ...rest,
    type: 'object' as const,
    properties,
    required,
  };
  return schema as McpSchema.Tool['inputSchema'];
}

interface OutputSchema {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether the value is under `result`, because the root of a schema must be an object (MS-17). */
  readonly wrapped: boolean;
}

const WITHOUT_SCHEMA: ReadonlySet<unknown> = new Set([
  undefined,
  Object,
  String,
  Number,
  Boolean,
  Date,
  Promise,
  BigInt,
]);

function outputSchemaOf(method: FeatureMethod, options: McpToolOptions): OutputSchema | undefined {
  if (options.outputSchema) return { schema: options.outputSchema, wrapped: options.outputSchema['type'] !== 'object' };
  if (options.generateOutputSchema !== true) return undefined;
  const type = options.outputType ?? method.returnType;
  if (type === Array) {
    return {
      schema: { type: 'object', properties: { result: { type: 'array' } }, required: ['result'] },
      wrapped: true,
    };
  }
  if (WITHOUT_SCHEMA.has(type) || typeof type !== 'function') return undefined;
  const text = JsonSchemaGenerator.generateForType(type as never, 'ALLOW_ADDITIONAL_PROPERTIES_BY_DEFAULT');
  return { schema: JSON.parse(text) as Readonly<Record<string, unknown>>, wrapped: false };
}

/** Text as it is, nothing as `"Done"`, a result of the protocol as it is, everything else as JSON (MS-18). */
function toResult(value: unknown): McpSchema.CallToolResult {
  if (isCallToolResult(value)) return value;
  const text = value === undefined ? '"Done"' : typeof value === 'string' ? value : JSON.stringify(value);
  return { content: [{ type: 'text', text }] };
}

function isCallToolResult(value: unknown): value is McpSchema.CallToolResult {
  if (typeof value !== 'object' || value === null || !('content' in value)) return false;
  const { content } = value;
  return (
    Array.isArray(content) &&
    content.every((item: unknown) => typeof item === 'object' && item !== null && 'type' in item)
  );
}

function errorResult(text: string): McpSchema.CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/**
 * A tool of this framework as a tool of a server (MS-24).
 *
 * @param mimeType an `image/…` type makes its text an image in base64
 */
export function callbackTool(
  callback: ToolCallback,
  { exposeErrorDetails }: McpServerSettings,
  mimeType?: string,
): McpServerTool {
  const { name, description, inputSchema } = callback.definition;
  return {
    source: `ToolCallback '${name}'`,
    declaration: {
      name,
      description,
      inputSchema: { ...(JSON.parse(inputSchema) as object), type: 'object' },
    },
    call: async (given, context) => {
      try {
        const text = await run(callback, JSON.stringify(given), context);
        const image = mimeType?.startsWith('image/') === true;
        return {
          content: [
            image
              ? { type: 'image', data: withoutQuotes(text), mimeType, annotations: { audience: ['assistant'] } }
              : { type: 'text', text },
          ],
          isError: false,
        };
      } catch (error) {
        return errorResult(failureText(error, name, exposeErrorDetails));
      }
    },
  };
}

/** A string that a result converter wrote as JSON. */
function withoutQuotes(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}
