import type { ToolCallback } from '@toolwright/tools';

/** The category of a tool: that of its metadata, or else the MCP connection that it comes from (Spec SX-14). */
export function categoryOf(tool: ToolCallback | undefined): unknown {
  const attributes = tool?.metadata.attributes;
  return attributes?.['category'] ?? attributes?.['mcpConnection'];
}
