import { ToolwrightException } from '@toolwright/core';

/** A command cannot do what was asked for, because it was asked wrongly; the command line ends with exit code 2. */
export class UsageException extends ToolwrightException {
  override readonly code = 'CLI_USAGE';
}
