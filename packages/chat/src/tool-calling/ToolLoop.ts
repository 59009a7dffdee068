import type { CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';

/** Yields the chunks that the caller gets, returns the response of the turn. */
export type ToolLoop = AsyncGenerator<ChatClientResponse, ChatClientResponse, void>;

/** The rest of the chain: with `call` a round is one answer and nothing is yielded, with `stream` it is many chunks. */
export type Rounds =
  | { readonly call: CallAdvisorChain; readonly stream?: never }
  | { readonly stream: StreamAdvisorChain; readonly call?: never };
