import { LoggerFactory } from '@toolwright/core';
import { AssistantMessage, type Message, type ToolResponseMessage } from '@toolwright/model';
import type { ChatMemory } from './ChatMemory.js';
import { isSameMessage } from './isSameMessage.js';
import { joinMemory } from './joinMemory.js';
import { unpairedMessages } from './unpairedMessages.js';

const KEY = 'chat_memory_turn';
const logger = LoggerFactory.getLogger('toolwright.chat.memory');

/**
 * A conversation as one turn sees it: what memory held when the turn began, and everything that the turn has added,
 * whether it is stored yet or only staged. Tools and advisors find it in the state of the turn.
 *
 * What a turn adds is stored step by step: the user's messages together with the first answer, a request for tools
 * together with its results. What is incomplete when the turn fails is never stored (CX-111).
 */
export class ChatMemoryTurn {
  readonly conversationId: string;
  readonly #memory: ChatMemory;
  #history: readonly Message[];
  #repaired = false;
  readonly #added: Message[] = [];
  #stored = 0;
  /** Made when the first step is stored. */
  #id: string | undefined;

  /** @internal */
  constructor(memory: ChatMemory, conversationId: string, history: readonly Message[]) {
    this.#memory = memory;
    this.conversationId = conversationId;
    this.#history = history;
  }

  /**
   * The conversation of a running turn, if a memory advisor takes part in it.
   *
   * @param turn the state of the turn: `ToolContext.turn` or `ChatClientRequest.turn`
   */
  static of(turn: ReadonlyMap<string, unknown>): ChatMemoryTurn | undefined {
    const value = turn.get(KEY);
    return value instanceof ChatMemoryTurn ? value : undefined;
  }

  /** Everything that was said so far, oldest first, this turn included. */
  get messages(): readonly Message[] {
    return [...this.#history, ...this.#added];
  }

  /** How many messages this turn has added so far. @internal */
  get length(): number {
    return this.#added.length;
  }

  /** Makes this what {@link of} finds. @internal */
  publish(turn: Map<string, unknown>): void {
    turn.set(KEY, this);
  }

  /**
   * Stages what the prompt adds to the conversation, stores it if it completes a tool step, and returns what to send.
   *
   * @internal
   */
  async extend(instructions: readonly Message[]): Promise<readonly Message[]> {
    const { messages, fresh } = joinMemory(this.#seenBy(instructions), instructions);
    const sent = this.#repaired ? messages : this.#repair(messages);
    this.#added.push(...fresh);
    if (fresh.at(-1)?.messageType === 'tool') await this.store();
    return sent;
  }

  /** Adds a request for tools, which is stored only with its results. @internal */
  stage(message: Message): void {
    this.#added.push(message);
  }

  /**
   * Goes on behind a request for tools and its results that an earlier try of this turn has stored, if it did.
   *
   * @internal
   */
  takeStored(asking: AssistantMessage): boolean {
    // Calls without ids cannot be told from those of another turn.
    if (asking.toolCalls.some(({ id }) => id === '')) return false;
    const index = this.#history.findLastIndex((message) => isSameMessage(message, asking));
    const step = this.#history.slice(index, index + 2);
    if (index < 0 || step[1]?.messageType !== 'tool') return false;
    this.#history = this.#history.toSpliced(index, 2);
    this.#added.push(...step);
    this.#stored = step.length;
    return true;
  }

  /** Adds answers and stores everything that this turn has added so far, in one step. @internal */
  async complete(answers: readonly Message[]): Promise<void> {
    this.#added.push(...answers);
    await this.store();
  }

  /**
   * Ends a turn whose loop answers without asking the model again: the open request is stored with the results that there
   * are, then the answers.
   *
   * @internal
   */
  async completeDirectly(results: Message | undefined, answers: readonly Message[]): Promise<void> {
    const open = this.#added.at(-1);
    if (open instanceof AssistantMessage && open.hasToolCalls()) {
      this.#added.pop();
      if (results?.messageType === 'tool') this.#added.push(...answeredPart(open, results as ToolResponseMessage));
    }
    await this.complete(answers);
  }

  /** Forgets what was added behind the first `length` messages, as far as it is not stored. @internal */
  rollBack(length: number): void {
    this.#added.length = Math.max(this.#stored, Math.min(length, this.#added.length));
  }

  /** @internal */
  async store(): Promise<void> {
    const from = this.#stored > 0 ? this.#stored : this.#firstToStore();
    const pending = this.#added.slice(from);
    if (pending.length > 0) {
      const continues = this.#added[this.#stored - 1];
      this.#id ??= crypto.randomUUID();
      await this.#memory.add(this.conversationId, pending, { turn: this.#id, ...(continues && { continues }) });
    }
    if (from < this.#added.length) this.#stored = this.#added.length;
  }

  /** A conversation never begins with an answer: without a question there is nothing to store (CX-115). */
  #firstToStore(): number {
    if (this.#history.length > 0 || this.#added[0]?.messageType === 'tool') return 0;
    const index = this.#added.findIndex(({ messageType }) => messageType === 'user');
    return index < 0 ? this.#added.length : index;
  }

  /** A prompt that ends where this turn has been before asks again: what followed does not count. */
  #seenBy(instructions: readonly Message[]): readonly Message[] {
    const last = instructions.findLast(({ messageType }) => messageType !== 'system');
    const index = last ? this.#added.lastIndexOf(last) : -1;
    return index < 0 ? this.messages : [...this.#history, ...this.#added.slice(0, index + 1)];
  }

  /** Leaves out what others stored incompletely; what the caller puts into the prompt is the caller's. */
  #repair(messages: readonly Message[]): readonly Message[] {
    this.#repaired = true;
    const unpaired = unpairedMessages(messages);
    const broken = new Set(this.#history.filter((message) => unpaired.has(message)));
    if (broken.size === 0) return messages;
    logger.warn(
      `Conversation ${this.conversationId} holds ${broken.size} message(s) of tool calls that lack their results or their ` +
        'request; they are not sent.',
    );
    this.#history = this.#history.filter((message) => !broken.has(message));
    return messages.filter((message) => !broken.has(message));
  }
}

/** A request and its results, without the calls that have none; nothing if no call has one. */
function answeredPart(request: AssistantMessage, results: ToolResponseMessage): readonly Message[] {
  const answered = new Set(results.responses.map(({ id }) => id));
  const toolCalls = request.toolCalls.filter(({ id }) => answered.has(id));
  if (toolCalls.length === 0) return [];
  if (toolCalls.length === request.toolCalls.length) return [request, results];
  const { text, media, metadata } = request;
  return [new AssistantMessage(text, { toolCalls, media, metadata }), results];
}
