import { LoggerFactory } from '@toolwright/core';
import type * as McpSchema from '../../sdk/McpSchema.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');
const MAX_SCHEMA_LENGTH = 256 * 1024;
const MAX_SCHEMA_DEPTH = 64;

/**
 * The tools of a listing that can be used, without the second of two identical entries. Left out, each with a warning:
 * tools that only run as a task (MR-20), and tools with a schema that is too large or too deep (MX-18).
 */
export function usableTools(connectionName: string, tools: readonly McpSchema.Tool[]): readonly McpSchema.Tool[] {
  const seen = new Set<string>();
  return tools.filter((tool) => {
    const reason = unusable(tool);
    if (reason !== undefined) {
      logger.warn(`Tool '${tool.name}' of MCP connection '${connectionName}' is left out: ${reason}.`);
      return false;
    }
    const text = JSON.stringify(tool);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function unusable(tool: McpSchema.Tool): string | undefined {
  if (tool.execution?.taskSupport === 'required') return 'it can only be run as a task, which is not supported';
  for (const [what, schema] of [
    ['input', tool.inputSchema],
    ['output', tool.outputSchema],
  ] as const) {
    if (schema === undefined) continue;
    if (isDeeperThan(schema, MAX_SCHEMA_DEPTH))
      return `its ${what} schema is nested deeper than ${MAX_SCHEMA_DEPTH} levels`;
    if (JSON.stringify(schema).length > MAX_SCHEMA_LENGTH) return `its ${what} schema is larger than 256 kB`;
  }
  return undefined;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
