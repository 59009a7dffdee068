import { IllegalStateException, nameClass, ownTextOf, requireNonNull, requireText } from '@toolwright/core';
import type { AssistantMessage, ChatResponse, Message } from '@toolwright/model';
import { Advisor } from '../advisor/Advisor.js';
import type { CallAdvisor, CallAdvisorChain } from '../advisor/CallAdvisor.js';
import { MEMORY_ADVISOR, type MemoryAdvisor } from '../advisor/MemoryAdvisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import { suspendedTurnOf } from '../approval/PendingApproval.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { replayable } from '../streaming/replayable.js';
import { TurnAggregator } from '../streaming/TurnAggregator.js';
import { onDirectEnd } from '../tool-calling/directEnd.js';
import { ChatMemory } from './ChatMemory.js';
import { ChatMemoryTurn } from './ChatMemoryTurn.js';

/**
 * Sends the earlier messages of a conversation along, and remembers what this turn adds. The id of the conversation is
 * the advisor parameter {@link ChatMemory.CONVERSATION_ID}; there is no default.
 *
 * Outside the tool loop, where it stands by default, it remembers questions and answers; inside of it, with an order
 * above the loop's, also requests for tools and their results. Either way memory holds complete steps only: a turn that
 * fails, is aborted or abandoned leaves no question without an answer and no request without its results (CX-111).
 * One instance serves any number of concurrent turns.
 */
export class MessageChatMemoryAdvisor implements CallAdvisor, StreamAdvisor, MemoryAdvisor {
  readonly name: string = 'MessageChatMemoryAdvisor';
  readonly order: number;
  readonly [MEMORY_ADVISOR] = true;
  readonly #chatMemory: ChatMemory;
  /** By the state of the turn, so that the rounds of one turn share it and it goes with the turn. */
  readonly #turns = new WeakMap<ReadonlyMap<string, unknown>, ChatMemoryTurn>();

  private constructor(chatMemory: ChatMemory, order: number) {
    this.#chatMemory = chatMemory;
    this.order = order;
  }

  /** @throws {IllegalArgumentException} `chatMemory cannot be null` */
  static builder(chatMemory: ChatMemory): MessageChatMemoryAdvisor.Builder {
    return new MessageChatMemoryAdvisor.Builder(
      requireNonNull(chatMemory, 'chatMemory cannot be null'),
      (memory, order) => new MessageChatMemoryAdvisor(memory, order),
    );
  }

  /**
   * Refuses the place inside the loop over a memory that cannot store tool messages (CX-113).
   *
   * @throws {IllegalStateException} naming this advisor, the repository and an order outside the loop
   */
  standsInside(toolAdvisor: Advisor): void {
    if (this.#chatMemory.supportsToolMessages) return;
    const outside = Math.min(Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER, toolAdvisor.order);
    throw new IllegalStateException(
      `${this.name} (order=${this.order}) stands inside the loop of ${toolAdvisor.name} (order=${toolAdvisor.order}), ` +
        `but ${this.#chatMemory.storeName} does not store tool calls and their results. ` +
        `Give the advisor an order outside the loop, such as ${outside}, or use a repository that stores them.`,
    );
  }

  /**
   * @throws {IllegalArgumentException} `conversationId cannot be null`, `conversationId cannot be null or empty`, if the
   *   context names no conversation (ME-09)
   */
  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    const turn = await this.#turnOf(request);
    const length = turn.length;
    let done = false;
    try {
      const response = await chain.nextCall(await this.#withMemory(request, turn));
      await this.#answered(request, turn, response.chatResponse);
      done = true;
      return response;
    } finally {
      if (!done) turn.rollBack(length);
    }
  }

  adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    return replayable(() => this.#chunks(request, chain));
  }

  async *#chunks(
    request: ChatClientRequest,
    chain: StreamAdvisorChain,
  ): AsyncGenerator<ChatClientResponse, void, void> {
    const turn = await this.#turnOf(request);
    const length = turn.length;
    const aggregator = new TurnAggregator();
    let done = false;
    try {
      for await (const chunk of chain.nextStream(await this.#withMemory(request, turn))) {
        aggregator.add(chunk);
        yield chunk;
      }
      await this.#answered(request, turn, aggregator.isEmpty ? null : aggregator.response.chatResponse);
      done = true;
    } finally {
      if (!done) turn.rollBack(length);
    }
  }

  /** @throws {IllegalArgumentException} if the context names no conversation (ME-09) */
  async resumeTurn(request: ChatClientRequest, asking: AssistantMessage, answered: boolean): Promise<void> {
    const turn = await this.#turnOf(request);
    if (answered && turn.takeStored(asking)) return;
    // What led to a later round was stored when that round began.
    if (request.round === 0) await turn.extend(request.prompt.instructions);
    this.#stage(request, turn, asking);
  }

  /** @throws {IllegalArgumentException} if the context names no conversation (ME-09) */
  async remembered(request: ChatClientRequest): Promise<readonly Message[]> {
    return this.#chatMemory.get(conversationIdOf(request));
  }

  async #turnOf(request: ChatClientRequest): Promise<ChatMemoryTurn> {
    const conversationId = conversationIdOf(request);
    const known = request.round > 0 ? this.#turns.get(request.turn) : undefined;
    if (known?.conversationId === conversationId) return known;
    const history = await this.#chatMemory.get(conversationId);
    const turn = new ChatMemoryTurn(this.#chatMemory, conversationId, history);
    this.#turns.set(request.turn, turn);
    turn.publish(request.turn);
    return turn;
  }

  async #withMemory(request: ChatClientRequest, turn: ChatMemoryTurn): Promise<ChatClientRequest> {
    const { prompt } = request;
    const messages = await turn.extend(prompt.instructions);
    return messages === prompt.instructions ? request : request.withPrompt(prompt.withInstructions(messages));
  }

  /** Keeps a request for tools until its results are there. */
  #stage(request: ChatClientRequest, turn: ChatMemoryTurn, asking: AssistantMessage): void {
    turn.stage(asking);
    onDirectEnd(request.turn, async (results, direct) => {
      if (request.abortable) request.signal.throwIfAborted();
      await turn.completeDirectly(results, direct);
    });
  }

  async #answered(request: ChatClientRequest, turn: ChatMemoryTurn, response: ChatResponse | null): Promise<void> {
    // Nothing was answered yet: question and answer are stored when the turn has ended (AP-11).
    if (suspendedTurnOf(response)) return;
    // Whoever gave up does not get the answer, so it was not given (CX-106).
    if (request.abortable) request.signal.throwIfAborted();
    const answers = response?.results.map(({ output }) => output) ?? [];
    const asking = answers.find((answer) => answer.hasToolCalls());
    if (asking) {
      this.#stage(request, turn, asking);
      return;
    }
    if (answers.length > 0) await turn.complete(answers);
  }
}

function conversationIdOf({ context }: ChatClientRequest): string {
  const id = requireNonNull(context[ChatMemory.CONVERSATION_ID], 'conversationId cannot be null');
  // An object without a text of its own would share one conversation with all others.
  return requireText(ownTextOf(id), 'conversationId cannot be null or empty');
}

export namespace MessageChatMemoryAdvisor {
  /** Builds a {@link MessageChatMemoryAdvisor}, by default outside the tool loop. */
  export class Builder {
    readonly #chatMemory: ChatMemory;
    readonly #create: (chatMemory: ChatMemory, order: number) => MessageChatMemoryAdvisor;
    #order: number = Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER;

    /** @internal */
    constructor(chatMemory: ChatMemory, create: (chatMemory: ChatMemory, order: number) => MessageChatMemoryAdvisor) {
      this.#chatMemory = chatMemory;
      this.#create = create;
    }

    /** @param order above that of the tool-calling advisor to remember requests for tools and their results too */
    order(order: number): this {
      this.#order = order;
      return this;
    }

    build(): MessageChatMemoryAdvisor {
      return this.#create(this.#chatMemory, this.#order);
    }
  }
}

nameClass(MessageChatMemoryAdvisor.Builder, 'MessageChatMemoryAdvisor.Builder');
