import type { ChatModel } from '@toolwright/model';
import { LOWEST_PRECEDENCE } from '../advisor/Advisor.js';
import type { StreamAdvisor } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { replayable } from '../streaming/replayable.js';
import { TERMINAL_ADVISOR } from './terminalAdvisor.js';

/** The end of a chain of `stream()`: asks the model with the prompt as the last advisor left it (AD-06). */
export class ChatModelStreamAdvisor implements StreamAdvisor {
  readonly name = 'stream';
  readonly order = LOWEST_PRECEDENCE;
  readonly [TERMINAL_ADVISOR] = true;
  readonly chatModel: ChatModel;

  constructor(chatModel: ChatModel) {
    this.chatModel = chatModel;
  }

  adviseStream(request: ChatClientRequest): AsyncIterable<ChatClientResponse> {
    return replayable(() => this.#chunks(request));
  }

  async *#chunks(request: ChatClientRequest): AsyncGenerator<ChatClientResponse, void, void> {
    const chunks = request.abortable
      ? this.chatModel.stream(request.prompt, { signal: request.signal })
      : this.chatModel.stream(request.prompt);
    for await (const chunk of chunks) {
      // A model need not look at the signal itself.
      if (request.abortable) request.signal.throwIfAborted();
      yield ChatClientResponse.of(chunk ?? null, request.context, request.round);
    }
  }
}
