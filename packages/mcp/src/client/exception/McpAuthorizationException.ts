import { ToolwrightException } from '@toolwright/core';

/** A server wants to know who calls, and no usable token could be had. */
export class McpAuthorizationException extends ToolwrightException {
  override readonly code = 'MCP_AUTHORIZATION';

  constructor(
    readonly connectionName: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`MCP connection '${connectionName}' is not authorized: ${reason}`, options);
  }
}
