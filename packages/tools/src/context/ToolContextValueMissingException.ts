import { FatalToolError } from '../execution/FatalToolError.js';

/** A tool asked its context for a value that the application did not provide; it ends the turn (TX-10). */
export class ToolContextValueMissingException extends FatalToolError {
  override readonly code = 'TOOL_CONTEXT_VALUE_MISSING';

  constructor(readonly key: string) {
    super(`Tool context has no value for '${key}'`);
  }
}
