import { ToolwrightException } from '@toolwright/core';

/** A model did not answer in time. */
export class ModelTimeoutException extends ToolwrightException {
  override readonly code = 'MODEL_TIMEOUT';

  /**
   * @param model provider and name of the model
   * @param timeout in milliseconds
   * @param phase `response` for the answer, in a stream its beginning; `idle` for the next part of a stream
   */
  constructor(
    readonly model: string,
    readonly timeout: number,
    readonly phase: 'response' | 'idle',
  ) {
    const what = phase === 'response' ? 'did not answer' : 'sent no further part of its answer';
    super(`${model} ${what} within ${timeout} ms.`);
  }
}
