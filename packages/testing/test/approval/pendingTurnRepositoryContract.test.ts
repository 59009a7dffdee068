import { describe, expect, it } from '@jest/globals';
import {
  type ApprovalRuleUnderTest,
  pendingTurnRepositoryContract,
  type PendingTurnRepositoryUnderTest,
  type PendingTurnUnderTest,
} from '@toolwright/testing';

type Change = Parameters<PendingTurnRepositoryUnderTest['update']>[2];

/** A correct repository over maps; the tests break one promise at a time. */
class MapRepository implements PendingTurnRepositoryUnderTest {
  readonly turns = new Map<string, PendingTurnUnderTest>();
  readonly rules = new Map<string, ApprovalRuleUnderTest[]>();

  async create(turn: PendingTurnUnderTest): Promise<void> {
    if (await this.find(turn.turnId)) throw new Error('there already');
    this.turns.set(turn.turnId, turn);
  }

  async find(turnId: string): Promise<PendingTurnUnderTest | null> {
    return JSON.parse(JSON.stringify(this.live(turnId) ?? null)) as PendingTurnUnderTest | null;
  }

  async update(turnId: string, version: number, change: Change): Promise<boolean> {
    const turn = this.live(turnId);
    if (turn?.version !== version) return false;
    this.turns.set(turnId, { ...turn, ...change, version: version + 1 });
    return true;
  }

  async delete(turnId: string, version?: number): Promise<boolean> {
    const turn = this.live(turnId);
    if (!turn || turn.version !== (version ?? turn.version)) return false;
    return this.turns.delete(turnId);
  }

  async findByConversationId(conversationId: string): Promise<readonly PendingTurnUnderTest[]> {
    return [...this.turns.values()]
      .filter((turn) => turn.conversationId === conversationId && this.live(turn.turnId))
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  async findLatest(limit: number): Promise<readonly PendingTurnUnderTest[]> {
    const live = [...this.turns.values()].filter(({ turnId }) => this.live(turnId));
    return live.sort((a, b) => b.createdAt - a.createdAt).slice(0, limit);
  }

  async addRule(conversationId: string, rule: ApprovalRuleUnderTest): Promise<void> {
    const others = (this.rules.get(conversationId) ?? []).filter(({ ruleId }) => ruleId !== rule.ruleId);
    this.rules.set(conversationId, [...others, rule]);
  }

  async findRules(conversationId: string): Promise<readonly ApprovalRuleUnderTest[]> {
    return (this.rules.get(conversationId) ?? []).filter(({ expiresAt }) => (expiresAt ?? Infinity) > Date.now());
  }

  async deleteByConversationId(conversationId: string): Promise<void> {
    for (const turn of await this.findByConversationId(conversationId)) this.turns.delete(turn.turnId);
    this.rules.delete(conversationId);
  }

  protected live(turnId: string): PendingTurnUnderTest | undefined {
    const turn = this.turns.get(turnId);
    return turn && (turn.expiresAt ?? Infinity) > Date.now() ? turn : undefined;
  }
}

async function brokenPromises(create: () => PendingTurnRepositoryUnderTest): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { name, run } of pendingTurnRepositoryContract({ create })) {
    await run().catch(() => broken.push(name));
  }
  return broken;
}

describe('the contract of repositories of suspended turns', () => {
  it('holds for a repository that keeps it', async () => {
    expect(await brokenPromises(() => new MapRepository())).toEqual([]);
  });

  it('finds a repository that looks and then writes', async () => {
    class Racing extends MapRepository {
      override async update(turnId: string, version: number, change: Change): Promise<boolean> {
        const turn = this.live(turnId);
        await Promise.resolve();
        if (turn?.version !== version) return false;
        this.turns.set(turnId, { ...turn, ...change, version: version + 1 });
        return true;
      }
    }
    expect(await brokenPromises(() => new Racing())).toEqual(['lets one of many change a version']);
  });

  it('finds a repository that deletes whatever version there is', async () => {
    class Careless extends MapRepository {
      override delete(turnId: string): Promise<boolean> {
        return super.delete(turnId);
      }
    }
    expect(await brokenPromises(() => new Careless())).toEqual(['changes nothing for another version']);
  });

  it('finds a repository that keeps turns for ever', async () => {
    class Keeping extends MapRepository {
      protected override live(turnId: string): PendingTurnUnderTest | undefined {
        return this.turns.get(turnId);
      }
    }
    expect(await brokenPromises(() => new Keeping())).toEqual([
      'does not know an expired turn',
      'expires a turn at its new time',
      'finds the latest turns of all conversations',
    ]);
  });

  it('finds a repository that lists the first turns as the latest', async () => {
    class First extends MapRepository {
      override async findLatest(limit: number): Promise<readonly PendingTurnUnderTest[]> {
        return [...this.turns.values()].filter(({ turnId }) => this.live(turnId)).slice(0, limit);
      }
    }
    expect(await brokenPromises(() => new First())).toEqual(['finds the latest turns of all conversations']);
  });
});
