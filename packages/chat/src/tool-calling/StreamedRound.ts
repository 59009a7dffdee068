import type { StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import { ChatClientResponse } from '../client/ChatClientResponse.js';
import { mergeContexts } from '../client/Context.js';
import type { TurnEvents } from '../events/TurnEvents.js';
import { ChatResponseAggregator } from '../streaming/ChatResponseAggregator.js';
import { inContext } from './inContext.js';
import type { LimitedTurn } from './LimitedTurn.js';
import type { ToolLoopHooks } from './ToolLoopHooks.js';

/** One model request of a stream: says which chunks the caller gets, and becomes the whole response (TS-02, TS-03). */
export class StreamedRound {
  readonly #request: ChatClientRequest;
  readonly #hooks: ToolLoopHooks;
  readonly #events: TurnEvents | undefined;
  readonly #aggregator = new ChatResponseAggregator();
  #context: ChatClientResponse['context'];
  #shownText = '';

  constructor(request: ChatClientRequest, hooks: ToolLoopHooks, events: TurnEvents | undefined) {
    this.#request = request;
    this.#hooks = hooks;
    this.#events = events;
    this.#context = request.context;
  }

  /** The chunks of the model; with a limit the wait for each of them ends when the turn's time is over. */
  chunks(chain: StreamAdvisorChain, limited: LimitedTurn | null): AsyncIterable<ChatClientResponse> {
    const chunks = chain.nextStream(this.#request);
    return limited ? limited.chunksOf(chunks) : chunks;
  }

  /** What the caller gets of a chunk; undefined for a request for tools. */
  add(chunk: ChatClientResponse): ChatClientResponse | undefined {
    this.#context = mergeContexts(this.#context, chunk.context);
    const part = inContext(chunk, this.#context, this.#request.round);
    const { chatResponse } = part;
    if (!chatResponse) return part;
    this.#aggregator.add(chatResponse);
    if (this.#events) {
      const pieces = chatResponse.result?.output.toolCalls;
      if (pieces && pieces.length > 0) this.#events.toolCallPieces(pieces);
    }
    if (this.#hooks.asksForTools(chatResponse)) return undefined;
    this.#shownText += chatResponse.result?.output.text ?? '';
    return part;
  }

  /** The text that the caller got. */
  get shownText(): string {
    return this.#shownText;
  }

  /** What the chunks amount to. */
  get response(): ChatClientResponse {
    return ChatClientResponse.of(this.#aggregator.response, this.#context, this.#request.round);
  }
}
