import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  ChatModel,
  type ChatModelCapabilities,
  type ChatModelRunOptions,
  type ChatOptions,
  type ChatResponse,
  type Prompt,
} from '@toolwright/model';
import { isToolCallingChatOptions } from '@toolwright/tools';
import {
  portableOptions,
  type RecordedExchange,
  recordedRequest,
  recordedResponse,
  type Recording,
} from './Recording.js';
import { scrubText, scrubValue } from './scrubText.js';

/** How requests are made fit for a file. */
export interface RecordingOptions {
  /**
   * Replaces what must not be in the file, or what differs from run to run, such as a date; runs after the built-in rules
   * for keys, tokens and data of persons.
   */
  readonly scrub?: (text: string) => string;
}

/**
 * Asks another model and records what it is asked and what it answers. Headers, tool contexts and options that only one
 * provider has are not recorded; keys and data of persons are replaced. A request that fails is not recorded; of a stream
 * that was stopped early, the chunks that were read.
 */
export class RecordingChatModel extends ChatModel {
  readonly #model: ChatModel;
  readonly #scrub: (text: string) => string;
  readonly #exchanges: (RecordedExchange | undefined)[] = [];

  /** @param model the model that is asked */
  constructor(model: ChatModel, options: RecordingOptions = {}) {
    super();
    this.#model = model;
    this.#scrub = scrubberOf(options);
  }

  override get defaultOptions(): ChatOptions {
    return this.#model.defaultOptions;
  }

  override get capabilities(): ChatModelCapabilities {
    return this.#model.capabilities;
  }

  override async call(prompt: Prompt, options?: ChatModelRunOptions): Promise<ChatResponse> {
    const keep = this.#begin(prompt, 'call');
    const response = await this.#model.call(prompt, options);
    keep([response]);
    return response;
  }

  override async *stream(prompt: Prompt, options?: ChatModelRunOptions): AsyncIterable<ChatResponse> {
    const keep = this.#begin(prompt, 'stream');
    const chunks: ChatResponse[] = [];
    for await (const chunk of this.#model.stream(prompt, options)) {
      chunks.push(chunk);
      keep(chunks);
      yield chunk;
    }
  }

  /** What was recorded so far, scrubbed, in the order of the requests. */
  get recording(): Recording {
    return {
      version: 1,
      defaultOptions: portableOptions(this.#model.defaultOptions),
      carriesTools: isToolCallingChatOptions(this.#model.defaultOptions),
      capabilities: this.#model.capabilities,
      exchanges: this.#exchanges.filter((exchange) => exchange !== undefined),
    };
  }

  /** Writes the recording to a file, whole or not at all; folders are made. */
  async save(file: string): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}.tmp`;
    await writeFile(draft, `${JSON.stringify(this.recording, null, 2)}\n`);
    await rename(draft, file);
  }

  /** The place of an exchange is that of its request, whichever answer comes first. */
  #begin(prompt: Prompt, mode: RecordedExchange['mode']): (responses: readonly ChatResponse[]) => void {
    const request = scrubValue(recordedRequest(prompt), this.#scrub);
    const place = this.#exchanges.push(undefined) - 1;
    return (responses) => {
      // Through JSON, so that what is in memory is what is in the file.
      const plain = JSON.parse(JSON.stringify(responses.map(recordedResponse))) as RecordedExchange['responses'];
      this.#exchanges[place] = { mode, request, responses: scrubValue(plain, this.#scrub) };
    };
  }
}

/** The built-in rules, and those of the options behind them. @internal */
export function scrubberOf({ scrub }: RecordingOptions): (text: string) => string {
  return scrub ? (text) => scrub(scrubText(text)) : scrubText;
}
