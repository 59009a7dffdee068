import { ToolwrightException } from '@toolwright/core';

/** A failure whose message was written for the model, such as `No order 1043 for this customer`. */
export class ToolUserError extends ToolwrightException {
  override readonly code: string = 'TOOL_USER_ERROR';
}
