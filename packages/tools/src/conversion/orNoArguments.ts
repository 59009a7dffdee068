import type { ToolDefinition } from '../definition/ToolDefinition.js';

/** Parsed arguments; null and an empty text, which some models send for none, as `{}` where the schema asks for an object (MT-26). */
export function orNoArguments(parsed: unknown, { inputSchema }: ToolDefinition): unknown {
  if (parsed !== null && parsed !== '') return parsed;
  const schema = JSON.parse(inputSchema) as { readonly type?: unknown } | null;
  return schema?.type === 'object' ? {} : parsed;
}
