import {
  ChatModel,
  type ChatModelRunOptions,
  type ChatOptions,
  type ChatResponse,
  type Prompt,
} from '@toolwright/model';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { joinChunks } from './ScriptedChunks.js';
import { responsesOf, type ScriptedReply } from './ScriptedReply.js';
import { ScriptExhaustedException } from './ScriptExhaustedException.js';

/** Settings of a {@link ScriptedChatModel}. */
export interface ScriptedChatModelOptions {
  /** The model's default options; default: options that can carry tools, with nothing set. */
  readonly defaultOptions?: ChatOptions;
  /** Whether the last reply answers all further requests instead of an exception; default false. */
  readonly repeatLast?: boolean;
}

const NOTHING_SET = ToolCallingChatOptions.builder().build();

/**
 * A chat model for tests: it answers with the replies of a script, one per request, in the order in which the requests
 * arrive, and keeps every prompt that it received.
 *
 * A request whose signal has fired already is rejected with the signal's reason; it is not kept and uses up no reply. A
 * signal that fires later ends the request at once, also while a reply function or the reader of a stream is busy.
 *
 * @example
 * const model = new ScriptedChatModel([toolCall('getWeather', { city: 'Oslo' }), 'It rains in Oslo.']);
 */
export class ScriptedChatModel extends ChatModel {
  readonly #script: readonly ScriptedReply[];
  readonly #options: ScriptedChatModelOptions;
  readonly #prompts: Prompt[] = [];

  /** @param script the replies; the list is copied */
  constructor(script: readonly ScriptedReply[], options: ScriptedChatModelOptions = {}) {
    super();
    this.#script = [...script];
    this.#options = options;
  }

  /** Every prompt that was received by `call` and `stream`, oldest first. */
  get prompts(): readonly Prompt[] {
    return this.#prompts;
  }

  /** The number of replies that no request has used yet. */
  get remaining(): number {
    return Math.max(0, this.#script.length - this.#prompts.length);
  }

  override get defaultOptions(): ChatOptions {
    return this.#options.defaultOptions ?? NOTHING_SET;
  }

  /**
   * Answers with the next reply; the chunks of a chunked reply are joined.
   *
   * @throws {ScriptExhaustedException} if the script has no reply left
   */
  override async call(prompt: Prompt, { signal }: ChatModelRunOptions = {}): Promise<ChatResponse> {
    const responses = await this.#next(prompt, signal);
    const chunks: ChatResponse[] = [];
    for (const response of responses) {
      if (response instanceof Error) throw response;
      chunks.push(response);
    }
    return joinChunks(chunks);
  }

  /**
   * Hands out the chunks of the next reply; any other reply is one chunk. The request counts from the first read.
   *
   * @throws {ScriptExhaustedException} if the script has no reply left
   */
  override async *stream(prompt: Prompt, { signal }: ChatModelRunOptions = {}): AsyncIterable<ChatResponse> {
    for (const response of await this.#next(prompt, signal)) {
      signal?.throwIfAborted();
      if (response instanceof Error) throw response;
      yield response;
    }
  }

  async #next(prompt: Prompt, signal: AbortSignal | undefined): Promise<readonly (ChatResponse | Error)[]> {
    signal?.throwIfAborted();
    const request = this.#prompts.push(prompt);
    let reply = this.#script[request - 1] ?? (this.#options.repeatLast ? this.#script.at(-1) : undefined);
    while (typeof reply === 'function') {
      const made = Promise.resolve(reply(prompt, signal));
      reply = await (signal ? untilAborted(made, signal) : made);
    }
    if (reply === undefined) {
      throw new ScriptExhaustedException(this.#script.length, request, prompt.instructions.at(-1)?.text ?? '');
    }
    return responsesOf(reply);
  }
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it fires. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
