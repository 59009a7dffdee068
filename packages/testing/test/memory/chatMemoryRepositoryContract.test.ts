import { describe, expect, it } from '@jest/globals';
import { type Message, UserMessage } from '@toolwright/model';
import { chatMemoryRepositoryContract, type RepositoryUnderTest } from '@toolwright/testing';

type AppendOptions = Parameters<NonNullable<RepositoryUnderTest['append']>>[2];

/** A correct repository over a map; the tests break one promise at a time. */
class MapRepository implements RepositoryUnderTest {
  readonly supportsToolMessages = true;
  readonly conversations = new Map<string, readonly Message[]>();
  readonly turns = new Map<Message, string>();

  async findConversationIds(): Promise<readonly string[]> {
    return [...this.conversations.keys()];
  }

  async findByConversationId(id: string): Promise<readonly Message[]> {
    return [...(this.conversations.get(id) ?? [])];
  }

  async saveAll(id: string, messages: readonly Message[]): Promise<void> {
    this.conversations.set(id, [...messages]);
  }

  async append(
    id: string,
    messages: readonly Message[],
    { turn, replaceSystemMessages = false }: AppendOptions = {},
  ): Promise<void> {
    if (messages.length === 0) return;
    const kept = (this.conversations.get(id) ?? []).filter(
      ({ messageType }) => !replaceSystemMessages || messageType !== 'system',
    );
    const end = turn === undefined ? -1 : kept.findLastIndex((message) => this.turns.get(message) === turn);
    if (turn !== undefined) for (const message of messages) this.turns.set(message, turn);
    this.conversations.set(id, kept.toSpliced(end < 0 ? kept.length : end + 1, 0, ...messages));
  }

  async findLatest(id: string, count: number): Promise<readonly Message[]> {
    const messages = this.conversations.get(id) ?? [];
    const latest = new Set(messages.filter(({ messageType }) => messageType !== 'system').slice(-count));
    return messages.filter((message) => message.messageType === 'system' || latest.has(message));
  }

  async deleteIdleSince(time: Date): Promise<number> {
    return time.getTime();
  }

  async deleteByConversationId(id: string): Promise<void> {
    this.conversations.delete(id);
  }
}

async function brokenPromises(create: () => RepositoryUnderTest): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { name, run } of chatMemoryRepositoryContract({ create })) {
    await run().catch(() => broken.push(name));
  }
  return broken;
}

describe('the contract of chat memory repositories', () => {
  it('holds for a repository that keeps it', async () => {
    expect(await brokenPromises(() => new MapRepository())).toEqual([]);
  });

  it('finds a repository that adds where it should replace', async () => {
    class Adding extends MapRepository {
      override saveAll(id: string, messages: readonly Message[]): Promise<void> {
        return this.append(id, messages);
      }
    }
    expect(await brokenPromises(() => new Adding())).toEqual([
      'replaces the whole conversation when it saves',
      'is empty after an empty list was saved',
      'saves again what it has found',
      'puts the steps of a turn behind each other, whatever was appended between them',
    ]);
  });

  it('finds a repository that hands out its own list', async () => {
    class Sharing extends MapRepository {
      override async findByConversationId(id: string): Promise<readonly Message[]> {
        return this.conversations.get(id) ?? [];
      }
    }
    expect(await brokenPromises(() => new Sharing())).toEqual(['returns a list of the caller’s own']);
  });

  it('finds a repository that claims to keep tool messages and drops them', async () => {
    class Dropping extends MapRepository {
      override saveAll(id: string, messages: readonly Message[]): Promise<void> {
        return super.saveAll(
          id,
          messages.filter(({ messageType }) => messageType !== 'tool'),
        );
      }
    }
    expect(await brokenPromises(() => new Dropping())).toEqual([
      'keeps tool calls and their results',
      'saves again what it has found',
    ]);
  });

  it('finds a repository that loses messages of concurrent writers', async () => {
    class Racing extends MapRepository {
      override async append(id: string, messages: readonly Message[], options?: AppendOptions): Promise<void> {
        const before = await this.findByConversationId(id);
        await Promise.resolve();
        if (messages.length > 0) this.conversations.set(id, before);
        await super.append(id, messages, options);
      }
    }
    expect(await brokenPromises(() => new Racing())).toEqual([
      'loses and mixes nothing when many append at once',
      'keeps turns in one piece that append step by step at once',
    ]);
  });

  it('finds a repository that adds steps of a turn at the end', async () => {
    class Ordered extends MapRepository {
      override append(id: string, messages: readonly Message[], options: AppendOptions = {}): Promise<void> {
        return super.append(id, messages, { replaceSystemMessages: options.replaceSystemMessages ?? false });
      }
    }
    expect(await brokenPromises(() => new Ordered())).toEqual([
      'keeps turns in one piece that append step by step at once',
      'puts the steps of a turn behind each other, whatever was appended between them',
    ]);
  });

  it('finds a repository that keeps system messages that were replaced', async () => {
    class Keeping extends MapRepository {
      override append(id: string, messages: readonly Message[], options: AppendOptions = {}): Promise<void> {
        return super.append(id, messages, options.turn === undefined ? {} : { turn: options.turn });
      }
    }
    expect(await brokenPromises(() => new Keeping())).toEqual(['replaces system messages while it appends']);
  });

  it('finds a repository that leaves system messages out of the end of a conversation', async () => {
    class Short extends MapRepository {
      override async findLatest(id: string, count: number): Promise<readonly Message[]> {
        return (await this.findByConversationId(id)).slice(-count);
      }
    }
    expect(await brokenPromises(() => new Short())).toEqual(['finds the end of a conversation']);
  });

  it('finds a repository that forgets conversations that are not idle', async () => {
    class Forgetful extends MapRepository {
      override async deleteIdleSince(): Promise<number> {
        this.conversations.clear();
        return 1;
      }
    }
    expect(await brokenPromises(() => new Forgetful())).toEqual(['forgets idle conversations only']);
  });

  it('finds a repository that drops metadata', async () => {
    class Plain extends MapRepository {
      override saveAll(id: string, messages: readonly Message[]): Promise<void> {
        return super.saveAll(
          id,
          messages.map((message) => (message instanceof UserMessage ? new UserMessage(message.text) : message)),
        );
      }
    }
    expect(await brokenPromises(() => new Plain())).toEqual(['keeps metadata and media']);
  });

  it('disposes of every repository, also after a failure', async () => {
    const disposed: RepositoryUnderTest[] = [];
    const cases = chatMemoryRepositoryContract({
      create: () => new MapRepository(),
      dispose: (repository) => void disposed.push(repository),
    });
    for (const { run } of cases) await run();
    expect(disposed).toHaveLength(cases.length);
  });
});
