import type { ChatModel } from '@toolwright/model';
import { LOWEST_PRECEDENCE } from '../advisor/Advisor.js';
import type { CallAdvisor, CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { promptWithFormat } from '../structured-output/promptWithFormat.js';
import { requireChatModel, TERMINAL_ADVISOR } from './terminalAdvisor.js';

/** The end of a chain of `call()`: asks the model with the prompt as the last advisor left it (AD-06, AD-07). */
export class ChatModelCallAdvisor implements CallAdvisor {
  readonly name = 'call';
  readonly order = LOWEST_PRECEDENCE;
  readonly [TERMINAL_ADVISOR] = true;
  /** The model that is asked; null for that of the chain, with which one advisor serves all clients. */
  readonly chatModel: ChatModel | null;

  constructor(chatModel: ChatModel | null = null) {
    this.chatModel = chatModel;
  }

  /** @throws {IllegalStateException} if neither this advisor nor the chain has a model */
  async adviseCall(request: ChatClientRequest, chain?: CallAdvisorChain): Promise<ChatClientResponse> {
    const model = requireChatModel(this.chatModel, chain);
    // Only here, so that no advisor and no memory sees the instruction (SO-02).
    const prompt = promptWithFormat(request.prompt, request.context);
    const answer = await (request.abortable ? model.call(prompt, { signal: request.signal }) : model.call(prompt));
    // A model need not look at the signal itself; its answer comes too late then, as in a stream.
    if (request.abortable) request.signal.throwIfAborted();
    return ChatClientResponse.of(answer ?? null, request.context, request.round);
  }
}
