import type { AssistantMessage } from '../message/AssistantMessage.js';

/** What is known about one answer: why it ended, and whatever the provider or the framework adds. */
export interface ChatGenerationMetadata extends Readonly<Record<string, unknown>> {
  /** Why the answer ended, for example `STOP`, `returnDirect`, `toolCallLimitExceeded`; null if not said. */
  readonly finishReason: string | null;
}

/** The metadata of an answer about which nothing is known. */
export const EMPTY_GENERATION_METADATA: ChatGenerationMetadata = Object.freeze({ finishReason: null });

/** One answer of the model. */
export class Generation {
  constructor(
    readonly output: AssistantMessage,
    readonly metadata: ChatGenerationMetadata = EMPTY_GENERATION_METADATA,
  ) {}
}
