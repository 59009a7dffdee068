import { ToolwrightException } from '@toolwright/core';
import { formatDuration } from './formatDuration.js';

/** A tool took longer than it may. Its signal has fired; what it still returns is discarded (TX-02). */
export class ToolTimeoutException extends ToolwrightException {
  override readonly code = 'TOOL_TIMEOUT';

  /** @param timeout the time that the tool had, in milliseconds */
  constructor(
    readonly toolName: string,
    readonly timeout: number,
  ) {
    super(`Tool '${toolName}' timed out after ${formatDuration(timeout)}`);
  }
}
