import { describe, expect, it } from '@jest/globals';
import { toolResultRepositoryContract, type ToolResultRepositoryUnderTest } from '@toolwright/testing';

/** A correct repository over a map; the tests break one promise at a time. */
class MapRepository implements ToolResultRepositoryUnderTest {
  readonly results = new Map<string, { readonly text: string; readonly expiresAt: number }>();

  constructor(protected readonly ttl: number) {}

  async save(conversationId: string, handle: string, text: string): Promise<void> {
    this.results.set(this.keyOf(conversationId, handle), { text, expiresAt: Date.now() + this.ttl });
  }

  async find(conversationId: string, handle: string): Promise<string | null> {
    const found = this.results.get(this.keyOf(conversationId, handle));
    return found && found.expiresAt > Date.now() ? found.text : null;
  }

  async hasResults(conversationId: string): Promise<boolean> {
    return [...this.results].some(
      ([key, { expiresAt }]) => key.startsWith(this.keyOf(conversationId, '')) && expiresAt > Date.now(),
    );
  }

  async deleteByConversationId(conversationId: string): Promise<void> {
    for (const key of this.results.keys()) {
      if (key.startsWith(this.keyOf(conversationId, ''))) this.results.delete(key);
    }
  }

  protected keyOf(conversationId: string, handle: string): string {
    return `${JSON.stringify(conversationId)} ${handle}`;
  }
}

async function brokenPromises(
  create: (ttl: number) => ToolResultRepositoryUnderTest,
  only: readonly string[] = [],
): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { name, run } of toolResultRepositoryContract({ create })) {
    if (only.length > 0 && !only.includes(name)) continue;
    await run().catch(() => broken.push(name));
  }
  return broken;
}

describe('the contract of tool result repositories', () => {
  it('holds for a repository that keeps it', async () => {
    expect(await brokenPromises((ttl) => new MapRepository(ttl))).toEqual([]);
  });

  it('finds a repository that mixes conversation and handle', async () => {
    class Mixing extends MapRepository {
      protected override keyOf(conversationId: string, handle: string): string {
        return `${conversationId}:${handle}`;
      }
    }
    expect(await brokenPromises((ttl) => new Mixing(ttl))).toEqual(['accepts any id']);
  });

  it('finds a repository that never forgets', async () => {
    class Lasting extends MapRepository {
      constructor() {
        super(Infinity);
      }
    }
    expect(await brokenPromises(() => new Lasting(), ['forgets a result when its time is over'])).toEqual([
      'forgets a result when its time is over',
    ]);
  }, 30_000);

  it('finds a repository in which later results keep earlier ones alive', async () => {
    class Refreshing extends MapRepository {
      override async save(conversationId: string, handle: string, text: string): Promise<void> {
        await super.save(conversationId, handle, text);
        for (const [key, { text: kept }] of this.results) {
          this.results.set(key, { text: kept, expiresAt: Date.now() + this.ttl });
        }
      }
    }
    expect(await brokenPromises((ttl) => new Refreshing(ttl))).toEqual(['counts the time of each result by itself']);
  }, 30_000);

  it('finds a repository that does not delete', async () => {
    class Keeping extends MapRepository {
      override async deleteByConversationId(): Promise<void> {
        // Keeps everything.
      }
    }
    expect(await brokenPromises((ttl) => new Keeping(ttl))).toEqual(['forgets a deleted conversation, and no other']);
  });
});
