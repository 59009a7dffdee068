import { LoggerFactory } from '@toolwright/core';
import type { ChatResponse } from '@toolwright/model';
import type { CallAdvisor, CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { replayable } from '../streaming/replayable.js';
import { TurnAggregator } from '../streaming/TurnAggregator.js';
import { describeRequest, describeResponse } from './describe.js';

const logger = LoggerFactory.getLogger('toolwright.chat.advisor.simple-logger');

/** How a {@link SimpleLoggerAdvisor} writes. */
export interface SimpleLoggerAdvisorSettings {
  /** Default 0, which is inside the tool loop: one pair of lines per model request (LG-05). */
  readonly order?: number;
  /**
   * Whether the default texts hold what was said: texts of messages, arguments and results of tools. Default false. Tool
   * context is never written (LG-06).
   */
  readonly logContent?: boolean;
  /** The text for a request; by default JSON. */
  readonly requestToString?: ((request: ChatClientRequest | null) => string) | null;
  /** The text for a response; by default indented JSON. */
  readonly responseToString?: ((response: ChatResponse | null) => string) | null;
}

/**
 * Writes every request and response that passes, at level debug, to the logger
 * `toolwright.chat.advisor.simple-logger`; of a stream one line at its end. Below that level nothing is put into words.
 */
export class SimpleLoggerAdvisor implements CallAdvisor, StreamAdvisor {
  readonly name: string = 'SimpleLoggerAdvisor';
  readonly order: number;
  readonly #requestToString: (request: ChatClientRequest | null) => string;
  readonly #responseToString: (response: ChatResponse | null) => string;

  constructor(settings: SimpleLoggerAdvisorSettings = {}) {
    const logContent = settings.logContent ?? false;
    this.order = settings.order ?? 0;
    this.#requestToString = settings.requestToString ?? ((request) => describeRequest(request, logContent));
    this.#responseToString = settings.responseToString ?? ((response) => describeResponse(response, logContent));
  }

  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    this.#logRequest(request);
    const response = await chain.nextCall(request);
    this.#logResponse(response.chatResponse);
    return response;
  }

  adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    return replayable(() => this.#chunks(request, chain));
  }

  async *#chunks(
    request: ChatClientRequest,
    chain: StreamAdvisorChain,
  ): AsyncGenerator<ChatClientResponse, void, void> {
    this.#logRequest(request);
    const aggregator = logger.isLevelEnabled('debug') ? new TurnAggregator() : undefined;
    for await (const chunk of chain.nextStream(request)) {
      aggregator?.add(chunk);
      yield chunk;
    }
    if (aggregator) this.#logResponse(aggregator.isEmpty ? null : aggregator.response.chatResponse);
  }

  #logRequest(request: ChatClientRequest): void {
    if (logger.isLevelEnabled('debug')) logger.debug(`request: ${this.#requestToString(request)}`);
  }

  #logResponse(response: ChatResponse | null): void {
    if (logger.isLevelEnabled('debug')) logger.debug(`response: ${this.#responseToString(response)}`);
  }
}
