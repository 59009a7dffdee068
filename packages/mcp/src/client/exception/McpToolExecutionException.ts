import { ToolwrightException } from '@toolwright/core';
import { type ToolDefinition, ToolExecutionException } from '@toolwright/tools';
import type * as McpSchema from '../../sdk/McpSchema.js';

/** A remote tool reported an error, or its result is not what its schema promises. */
export class McpToolExecutionException extends ToolExecutionException {
  constructor(
    toolDefinition: ToolDefinition,
    message: string,
    /** What the server answered, structured content included (PX-08). */
    readonly result: McpSchema.CallToolResult,
  ) {
    super(toolDefinition, new McpToolErrorException(message, result));
  }
}

/** The cause of an {@link McpToolExecutionException}. */
export class McpToolErrorException extends ToolwrightException {
  override readonly code = 'MCP_TOOL_ERROR';

  constructor(
    message: string,
    readonly result: McpSchema.CallToolResult,
  ) {
    super(message);
  }
}
