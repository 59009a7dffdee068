import { LoggerFactory } from '@toolwright/core';
import type * as McpSchema from '../../sdk/McpSchema.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** The entries of a listing that are tools; one that has no name is left out with a warning, the rest stands. */
export function toTools(connectionName: string, items: readonly unknown[]): readonly McpSchema.Tool[] {
  const tools: McpSchema.Tool[] = [];
  for (const item of items) {
    const tool = item as Partial<McpSchema.Tool> | null;
    if (typeof tool !== 'object' || tool === null || typeof tool.name !== 'string' || tool.name === '') {
      logger.warn(`MCP connection '${connectionName}' lists a tool without a name, which is left out.`);
      continue;
    }
    const { inputSchema } = tool;
    const usable = typeof inputSchema === 'object' && inputSchema !== null && !Array.isArray(inputSchema);
    tools.push({ ...tool, name: tool.name, inputSchema: usable ? inputSchema : { type: 'object' } });
  }
  return tools;
}
