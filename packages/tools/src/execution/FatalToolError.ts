import { ToolwrightException } from '@toolwright/core';

/** A failure that always ends the turn and is never shown to the model, for applications to extend. */
export class FatalToolError extends ToolwrightException {
  override readonly code: string = 'TOOL_FATAL';
}
