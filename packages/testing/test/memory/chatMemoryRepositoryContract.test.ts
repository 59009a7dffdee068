import { describe, expect, it } from '@jest/globals';
import { type Message, UserMessage } from '@toolwright/model';
import { chatMemoryRepositoryContract, type RepositoryUnderTest } from '@toolwright/testing';

/** A correct repository over a map; the tests break one promise at a time. */
class MapRepository implements RepositoryUnderTest {
  readonly supportsToolMessages = true;
  readonly conversations = new Map<string, readonly Message[]>();

  async findConversationIds(): Promise<readonly string[]> {
    return [...this.conversations.keys()];
  }

  async findByConversationId(id: string): Promise<readonly Message[]> {
    return [...(this.conversations.get(id) ?? [])];
  }

  async saveAll(id: string, messages: readonly Message[]): Promise<void> {
    this.conversations.set(id, [...messages]);
  }

  async append(id: string, messages: readonly Message[]): Promise<void> {
    this.conversations.set(id, [...(this.conversations.get(id) ?? []), ...messages]);
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
      override async append(id: string, messages: readonly Message[]): Promise<void> {
        const before = await this.findByConversationId(id);
        await Promise.resolve();
        await this.saveAll(id, [...before, ...messages]);
      }
    }
    expect(await brokenPromises(() => new Racing())).toEqual(['loses and mixes nothing when many append at once']);
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
