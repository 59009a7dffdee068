import { ToolCallback, ToolDefinition } from '@toolwright/tools';

/** A tool that exists only as a definition: what a model is told about it. */
class DefinitionOnlyTool extends ToolCallback {
  constructor(override readonly definition: ToolDefinition) {
    super();
  }

  override async call(): Promise<string> {
    return Promise.reject(new Error('not called by these tests'));
  }
}

/** JSON Schema of one parameter; `optional` is taken out again. */
export interface ParameterSchema extends Record<string, unknown> {
  optional?: true;
}

/** A tool whose parameters are required unless they say `optional`. */
export function defineTool(
  name: string,
  description: string,
  parameters: Record<string, ParameterSchema> = {},
): ToolCallback {
  const required = Object.keys(parameters).filter((key) => !parameters[key]?.optional);
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([key, { optional: _, ...schema }]) => [key, schema]),
  );
  const inputSchema = JSON.stringify({ type: 'object', properties, required, additionalProperties: false });
  return defineToolWithSchema(name, description, inputSchema);
}

/** A tool whose input schema is any text. */
export function defineToolWithSchema(name: string, description: string, inputSchema: string): ToolCallback {
  return new DefinitionOnlyTool(
    ToolDefinition.builder().name(name).description(description).inputSchema(inputSchema).build(),
  );
}

/** A request, the tool that answers it and the arguments that the tool needs. */
export type ChoiceCase = readonly [request: string, tool: string, args: Record<string, unknown>];
