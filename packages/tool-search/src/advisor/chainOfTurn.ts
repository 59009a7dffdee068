import type { CallAdvisorChain, ChatClientRequest, StreamAdvisorChain } from '@toolwright/chat';

type AdvisorChain = CallAdvisorChain | StreamAdvisorChain;

/** Where the chain is found in the state of the turn. */
const KEY = '@toolwright/tool-search/chain';

/** The hooks of the loop do not see the chain, so it is kept in the state of the turn. */
export function noteChain(request: ChatClientRequest | null | undefined, chain: AdvisorChain): void {
  request?.turn.set(KEY, chain);
}

/** The chain that the request runs through; undefined if it was not noted. */
export function chainOfTurn({ turn }: ChatClientRequest): AdvisorChain | undefined {
  return turn.get(KEY) as AdvisorChain | undefined;
}
