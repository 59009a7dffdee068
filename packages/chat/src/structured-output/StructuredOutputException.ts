import { ToolwrightException } from '@toolwright/core';

/** An answer of a model does not have the form that was asked for. The message quotes nothing of the answer. */
export class StructuredOutputException extends ToolwrightException {
  override readonly code = 'STRUCTURED_OUTPUT_CONVERSION';

  /** @param reason what is wrong, for example `$.age is required` */
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`The answer cannot be converted: ${reason}`, options);
  }
}
