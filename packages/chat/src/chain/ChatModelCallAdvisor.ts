import type { ChatModel } from '@toolwright/model';
import { LOWEST_PRECEDENCE } from '../advisor/Advisor.js';
import type { CallAdvisor } from '../advisor/CallAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { promptWithFormat } from '../structured-output/promptWithFormat.js';
import { TERMINAL_ADVISOR } from './terminalAdvisor.js';

/** The end of a chain of `call()`: asks the model with the prompt as the last advisor left it (AD-06, AD-07). */
export class ChatModelCallAdvisor implements CallAdvisor {
  readonly name = 'call';
  readonly order = LOWEST_PRECEDENCE;
  readonly [TERMINAL_ADVISOR] = true;
  readonly chatModel: ChatModel;

  constructor(chatModel: ChatModel) {
    this.chatModel = chatModel;
  }

  async adviseCall(request: ChatClientRequest): Promise<ChatClientResponse> {
    // Only here, so that no advisor and no memory sees the instruction (SO-02).
    const prompt = promptWithFormat(request.prompt, request.context);
    const answer = await (request.abortable
      ? this.chatModel.call(prompt, { signal: request.signal })
      : this.chatModel.call(prompt));
    return ChatClientResponse.of(answer ?? null, request.context, request.round);
  }
}
