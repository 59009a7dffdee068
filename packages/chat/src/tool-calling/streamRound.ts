import type { StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { type Context, mergeContexts } from '../client/Context.js';
import type { TurnEvents } from '../events/TurnEvents.js';
import { ChatResponseAggregator } from '../streaming/ChatResponseAggregator.js';
import type { LimitedTurn } from './LimitedTurn.js';
import type { ToolLoop } from './ToolLoop.js';
import type { ToolLoopHooks } from './ToolLoopHooks.js';
import type { UsageAccumulator } from './UsageAccumulator.js';

/** What a round of a stream has to do with the rest of its turn. */
interface StreamRoundParts {
  readonly hooks: ToolLoopHooks;
  readonly usage: UsageAccumulator;
  readonly events: TurnEvents | undefined;
  /** Ends the wait for a chunk when the turn's time is over. */
  readonly limited: LimitedTurn | null;
}

/** One model request of a stream: hands out what is not a request for tools, and returns the whole (TS-02, TS-03). */
export async function* streamRound(
  request: ChatClientRequest,
  chain: StreamAdvisorChain,
  { hooks, usage, events, limited }: StreamRoundParts,
): ToolLoop {
  const aggregator = new ChatResponseAggregator();
  let context = request.context;
  const chunks = chain.nextStream(request);
  for await (const chunk of limited ? limited.chunksOf(chunks) : chunks) {
    context = mergeContexts(context, chunk.context);
    const part = inContext(chunk, context, request.round);
    if (part.chatResponse) {
      aggregator.add(part.chatResponse);
      events?.toolCallPieces(part.chatResponse.result?.output.toolCalls ?? []);
      if (hooks.asksForTools(part.chatResponse)) continue;
    }
    yield usage.raise(part);
  }
  return ChatClientResponse.of(aggregator.response, context, request.round);
}

/** The response with another context, as that of a round. */
export function inContext(response: ChatClientResponse, context: Context, round: number): ChatClientResponse {
  if (response.context === context && response.round === round) return response;
  return ChatClientResponse.of(response.chatResponse, context, round);
}
