import { ToolwrightException } from '@toolwright/core';

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

/** Whole and half seconds as `2s`, `1.5s`; anything below a second in milliseconds. */
function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds}ms` : `${milliseconds / 1000}s`;
}
