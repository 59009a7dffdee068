import { ToolwrightException } from '@toolwright/core';

/** A tool asked its context for a value that the application did not provide. */
export class ToolContextValueMissingException extends ToolwrightException {
  override readonly code = 'TOOL_CONTEXT_VALUE_MISSING';

  constructor(readonly key: string) {
    super(`Tool context has no value for '${key}'`);
  }
}
