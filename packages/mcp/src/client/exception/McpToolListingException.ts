import { ToolwrightException } from '@toolwright/core';

/** A server lists its tools in a way that cannot be used. */
export class McpToolListingException extends ToolwrightException {
  override readonly code = 'MCP_TOOL_LISTING';

  constructor(
    readonly connectionName: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`Failed to list the tools of MCP connection '${connectionName}': ${reason}`, options);
  }
}
