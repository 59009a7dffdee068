import { ToolwrightException } from '@toolwright/core';

/** A provider answered, but not in a way that can be used: the answer is incomplete or contradicts itself. */
export class ModelResponseException extends ToolwrightException {
  override readonly code = 'MODEL_RESPONSE_INVALID';

  /**
   * @param model provider and name of the model
   * @param problem what is wrong with the answer; nothing of its text
   */
  constructor(
    readonly model: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`The answer of ${model} cannot be used: ${problem}.`, options);
  }
}
