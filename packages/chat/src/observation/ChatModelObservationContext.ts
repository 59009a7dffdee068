import { ObservationContext } from '@toolwright/core';
import type { ChatResponse, Prompt } from '@toolwright/model';

/** What is known about one request of a chat model. Prompt and answer are content: a convention must not make attributes of them. */
export class ChatModelObservationContext extends ObservationContext {
  /** The answer; of a stream, the aggregate of the chunks that were read. */
  response: ChatResponse | null = null;

  /** @param provider the provider of the model, such as `openai` */
  constructor(
    readonly prompt: Prompt,
    readonly provider: string,
    readonly streaming: boolean,
  ) {
    super();
  }

  /** The name of the model that was asked, `''` if the options do not say. */
  get requestModel(): string {
    return this.prompt.options?.model ?? '';
  }
}
