import { ToolwrightException } from '@toolwright/core';

/** The application cannot be looked at; the command line ends with exit code 1. */
export class ApplicationFailedException extends ToolwrightException {
  override readonly code = 'CLI_APPLICATION_FAILED';

  /**
   * @param explained whether the reason was printed already, by the application's own failure analysis
   */
  constructor(
    message: string,
    readonly explained: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
