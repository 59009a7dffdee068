import { ChatMemoryRepository, InMemoryChatMemoryRepository } from '@toolwright/chat';
import { AssistantMessage, type Message, SystemMessage, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { call } from './models.js';

/** The id that most tests use. */
export const ID = 'conversation';

/** A system message. */
export const S = (text: string): SystemMessage => new SystemMessage(text);
/** A user message. */
export const U = (text: string): UserMessage => new UserMessage(text);
/** An assistant message with a text. */
export const A = (text: string): AssistantMessage => new AssistantMessage(text);
/** An assistant message that asks for tools. */
export const Atc = (...ids: readonly string[]): AssistantMessage =>
  new AssistantMessage('', { toolCalls: ids.map((id) => call('tool', id)) });
/** The results of tools. */
export const T = (...ids: readonly string[]): ToolResponseMessage =>
  new ToolResponseMessage(ids.map((id) => ({ id, name: 'tool', responseData: `result of ${id}` })));

/** A message and the turn that appended it. */
interface Row {
  readonly turn: string | undefined;
  readonly message: Message;
}

/** A repository in this process that appends, and tells how it was written to and read. */
export class AppendingRepository extends ChatMemoryRepository {
  override readonly supportsToolMessages: boolean = true;
  readonly writes: string[] = [];
  readonly reads: string[] = [];
  readonly #rows = new Map<string, readonly Row[]>();

  override async findConversationIds(): Promise<readonly string[]> {
    return [...this.#rows.keys()];
  }

  override async findByConversationId(conversationId: string): Promise<readonly Message[]> {
    this.reads.push('all');
    return this.#messagesOf(conversationId);
  }

  override async findLatest(conversationId: string, count: number): Promise<readonly Message[]> {
    this.reads.push(`latest ${count}`);
    const messages = this.#messagesOf(conversationId);
    let others = messages.filter(({ messageType }) => messageType !== 'system').length;
    return messages.filter(({ messageType }) => messageType === 'system' || others-- <= count);
  }

  override async saveAll(conversationId: string, messages: readonly Message[]): Promise<void> {
    this.writes.push(`save ${messages.length}`);
    this.#rows.set(
      conversationId,
      messages.map((message) => ({ turn: undefined, message })),
    );
  }

  override async append(
    conversationId: string,
    messages: readonly Message[],
    { turn, replaceSystemMessages = false }: ChatMemoryRepository.AppendOptions = {},
  ): Promise<void> {
    if (messages.length === 0) return;
    this.writes.push(`${replaceSystemMessages ? 'replace' : 'append'} ${messages.length}`);
    const rows = (this.#rows.get(conversationId) ?? []).filter(
      ({ message }) => !replaceSystemMessages || message.messageType !== 'system',
    );
    const end = turn === undefined ? -1 : rows.findLastIndex((row) => row.turn === turn);
    rows.splice(end < 0 ? rows.length : end + 1, 0, ...messages.map((message) => ({ turn, message })));
    this.#rows.set(conversationId, rows);
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    this.#rows.delete(conversationId);
  }

  #messagesOf(conversationId: string): readonly Message[] {
    return (this.#rows.get(conversationId) ?? []).map(({ message }) => message);
  }
}

/** A repository that gives every message that it returns a time, as a database does. */
export class StampingRepository extends InMemoryChatMemoryRepository {
  override async findByConversationId(conversationId: string): Promise<readonly Message[]> {
    const messages = await super.findByConversationId(conversationId);
    return messages.map((message) => {
      const metadata = { ...message.metadata, storedAt: '2026-01-01T00:00:00Z' };
      if (message instanceof AssistantMessage) {
        const { text, toolCalls, media } = message;
        return new AssistantMessage(text, { toolCalls, media, metadata });
      }
      if (message instanceof ToolResponseMessage) return new ToolResponseMessage(message.responses, metadata);
      if (message instanceof SystemMessage) return new SystemMessage(message.text, metadata);
      const { text, media } = message as UserMessage;
      return new UserMessage(text, { media, metadata });
    });
  }
}

/** What a provider would refuse about a list of messages; empty if nothing. */
export function complaintsAbout(messages: readonly Message[]): readonly string[] {
  const complaints: string[] = [];
  const spoken = messages.filter(({ messageType }) => messageType !== 'system');
  if (spoken[0] && spoken[0].messageType !== 'user') complaints.push(`begins with ${spoken[0].messageType}`);
  for (const [index, message] of spoken.entries()) {
    const next = spoken[index + 1];
    const before = spoken[index - 1];
    if (message instanceof AssistantMessage && message.hasToolCalls()) {
      const answered = next instanceof ToolResponseMessage ? next.responses.map(({ id }) => id) : [];
      const asked = message.toolCalls.map(({ id }) => id);
      if (asked.join() !== answered.join())
        complaints.push(`calls ${asked.join()} have the results ${answered.join()}`);
    }
    if (message instanceof ToolResponseMessage && !(before instanceof AssistantMessage && before.hasToolCalls())) {
      complaints.push('results without a call');
    }
  }
  return complaints;
}
