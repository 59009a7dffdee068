import type { StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { TurnEvents } from '../events/TurnEvents.js';
import type { LimitedTurn } from './LimitedTurn.js';
import { StreamedRound } from './StreamedRound.js';
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
  const streamed = new StreamedRound(request, hooks, events);
  for await (const chunk of streamed.chunks(chain, limited)) {
    const part = streamed.add(chunk);
    if (part) yield usage.raise(part);
  }
  return streamed.response;
}
