import { ToolwrightException } from '@toolwright/core';

/** A method that is declared as handler of an MCP client cannot be one. */
export class InvalidMcpHandlerException extends ToolwrightException {
  override readonly code = 'INVALID_MCP_HANDLER';
}
