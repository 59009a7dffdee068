import { ToolwrightException } from '@toolwright/core';

/** A connection could not be opened. */
export class McpConnectionException extends ToolwrightException {
  override readonly code = 'MCP_CONNECTION';

  constructor(
    readonly connectionName: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`Failed to initialize MCP connection '${connectionName}': ${reason}`, options);
  }
}
