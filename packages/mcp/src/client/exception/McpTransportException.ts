import { ToolwrightException } from '@toolwright/core';

/** A request got no answer of its server: time ran out, the connection broke, or the answer was no answer. */
export class McpTransportException extends ToolwrightException {
  override readonly code = 'MCP_TRANSPORT';

  constructor(
    readonly connectionName: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
