import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { IllegalArgumentException } from '@toolwright/core';
import {
  ChatModel,
  type ChatModelCapabilities,
  type ChatModelRunOptions,
  ChatOptions,
  type ChatOptionsValues,
  ChatResponse,
  type Prompt,
} from '@toolwright/model';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { type RecordedExchange, recordedRequest, type Recording, replayedResponse } from './Recording.js';
import { type RecordingOptions, scrubberOf } from './RecordingChatModel.js';
import { RecordingMismatchException } from './RecordingMismatchException.js';
import { scrubValue } from './scrubText.js';

/** How a recording is replayed. */
export interface ReplayOptions extends RecordingOptions {
  /** The model's default options; default: the portable ones that were recorded. */
  readonly defaultOptions?: ChatOptions;
}

/**
 * Answers as a recorded model did. Each recorded answer is given once, to the request that it belongs to; concurrent
 * requests may come in any order. A request that was never recorded fails with the difference to the next recorded one.
 */
export class ReplayingChatModel extends ChatModel {
  readonly #recording: Recording;
  readonly #source: string;
  readonly #left: RecordedExchange[];
  readonly #scrub: (text: string) => string;
  readonly #options: ChatOptions;
  #requests = 0;

  /** @param source names the recording in exceptions, such as its file */
  constructor(recording: Recording, source: string, options: ReplayOptions = {}) {
    super();
    this.#recording = recording;
    this.#source = source;
    this.#left = [...recording.exchanges];
    this.#scrub = scrubberOf(options);
    const values = recording.defaultOptions as ChatOptionsValues;
    this.#options =
      options.defaultOptions ?? (recording.carriesTools ? new ToolCallingChatOptions(values) : new ChatOptions(values));
  }

  /**
   * Reads a recording.
   *
   * @throws {IllegalArgumentException} if the file is no recording of this version
   */
  static async load(file: string, options: ReplayOptions = {}): Promise<ReplayingChatModel> {
    const recording = JSON.parse(await readFile(file, 'utf8')) as Partial<Recording>;
    if (recording.version !== 1 || !Array.isArray(recording.exchanges)) {
      throw new IllegalArgumentException(`${file} is no recording of version 1; record it again.`);
    }
    return new ReplayingChatModel(recording as Recording, file, options);
  }

  /** The number of recorded answers that no request has had yet. */
  get remaining(): number {
    return this.#left.length;
  }

  override get defaultOptions(): ChatOptions {
    return this.#options;
  }

  override get capabilities(): ChatModelCapabilities {
    return this.#recording.capabilities;
  }

  /** @throws {RecordingMismatchException} if the request was not recorded */
  override async call(prompt: Prompt, { signal }: ChatModelRunOptions = {}): Promise<ChatResponse> {
    signal?.throwIfAborted();
    const [response] = (await this.#take(prompt, 'call')).responses;
    return response ? replayedResponse(response) : new ChatResponse([]);
  }

  /** @throws {RecordingMismatchException} if the request was not recorded */
  override async *stream(prompt: Prompt, { signal }: ChatModelRunOptions = {}): AsyncIterable<ChatResponse> {
    signal?.throwIfAborted();
    for (const response of (await this.#take(prompt, 'stream')).responses) {
      signal?.throwIfAborted();
      yield replayedResponse(response);
    }
  }

  async #take(prompt: Prompt, mode: RecordedExchange['mode']): Promise<RecordedExchange> {
    const number = ++this.#requests;
    const text = JSON.stringify(scrubValue(recordedRequest(prompt), this.#scrub));
    const request = JSON.parse(text) as RecordedExchange['request'];
    const place = this.#left.findIndex(
      (exchange) => exchange.mode === mode && isDeepStrictEqual(exchange.request, request),
    );
    const [found] = place < 0 ? [] : this.#left.splice(place, 1);
    if (found) return found;
    const [expected] = this.#left;
    throw new RecordingMismatchException(
      this.#source,
      number,
      expected ? await differenceOf({ mode: expected.mode, ...expected.request }, { mode, ...request }) : null,
    );
  }
}

/** The lines that differ, with three around them. */
async function differenceOf(recorded: object, requested: object): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  const patch = createTwoFilesPatch('', '', linesOf(recorded), linesOf(requested), '', '', { context: 3 });
  // Behind the names of the files, which there are none of.
  return patch.slice(patch.indexOf('@@')).trimEnd();
}

function linesOf(request: object): string {
  return `${JSON.stringify(request, null, 2)}\n`;
}
