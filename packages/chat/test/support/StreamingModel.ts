import {
  ChatModel,
  type ChatModelRunOptions,
  type ChatOptions,
  type ChatResponse,
  type Prompt,
} from '@toolwright/model';
import { TOOL_OPTIONS } from './models.js';

/** Streams the rounds of a script, keeps the signals that it gets, and notes what happens. */
export class StreamingModel extends ChatModel {
  readonly prompts: Prompt[] = [];
  readonly signals: (AbortSignal | undefined)[] = [];

  constructor(
    readonly rounds: readonly (readonly ChatResponse[])[],
    readonly trace: string[] = [],
  ) {
    super();
  }

  override get defaultOptions(): ChatOptions {
    return TOOL_OPTIONS;
  }

  override async call(prompt: Prompt, options?: ChatModelRunOptions): Promise<ChatResponse> {
    this.signals.push(options?.signal);
    this.prompts.push(prompt);
    return this.rounds[this.prompts.length - 1]![0]!;
  }

  override async *stream(prompt: Prompt, options?: ChatModelRunOptions): AsyncIterable<ChatResponse> {
    this.signals.push(options?.signal);
    const round = this.rounds[this.prompts.length % this.rounds.length] ?? [];
    this.prompts.push(prompt);
    this.trace.push('open');
    try {
      for (const part of round) {
        this.trace.push(`chunk ${part.result?.output.text ?? ''}`.trim());
        yield part;
      }
    } finally {
      this.trace.push(options?.signal?.aborted ? 'returned, aborted' : 'end');
    }
  }
}
