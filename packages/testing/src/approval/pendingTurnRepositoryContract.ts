import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MaybePromise } from '@toolwright/core';
import type { ContractCase } from '../memory/chatMemoryRepositoryContract.js';

/** The turns that the contract stores; those of `@toolwright/chat` have this form. */
export interface PendingTurnUnderTest {
  readonly turnId: string;
  readonly conversationId: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly calls: readonly object[];
  readonly lease: { readonly owner: string; readonly expiresAt: number } | null;
  readonly snapshot: string;
}

/** The rules that the contract stores; those of `@toolwright/chat` have this form. */
export interface ApprovalRuleUnderTest {
  readonly ruleId: string;
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>> | null;
  readonly exact: boolean;
  readonly approved: boolean;
  readonly reason?: string;
  readonly expiresAt: number | null;
}

/** What the contract asks of a repository; every `PendingTurnRepository` of `@toolwright/chat` has it. */
export interface PendingTurnRepositoryUnderTest {
  create(turn: PendingTurnUnderTest): Promise<void>;
  find(turnId: string): Promise<PendingTurnUnderTest | null>;
  update(
    turnId: string,
    version: number,
    change: Partial<Pick<PendingTurnUnderTest, 'calls' | 'lease' | 'expiresAt'>>,
  ): Promise<boolean>;
  delete(turnId: string, version?: number): Promise<boolean>;
  findByConversationId(conversationId: string): Promise<readonly PendingTurnUnderTest[]>;
  findLatest(limit: number): Promise<readonly PendingTurnUnderTest[]>;
  addRule(conversationId: string, rule: ApprovalRuleUnderTest): Promise<void>;
  findRules(conversationId: string): Promise<readonly ApprovalRuleUnderTest[]>;
  deleteByConversationId(conversationId: string): Promise<void>;
}

/** What {@link pendingTurnRepositoryContract} needs to know. */
export interface PendingTurnRepositoryContractOptions<
  Repository extends PendingTurnRepositoryUnderTest = PendingTurnRepositoryUnderTest,
> {
  /**
   * Makes the repository, or connects to it, once per case. Ids of turns and conversations are random, so that a store
   * that others use too can be tested.
   */
  readonly create: () => MaybePromise<Repository>;
  /** Runs after each case, also after one that failed: closes what `create` opened. */
  readonly dispose?: (repository: Repository) => MaybePromise<void>;
  /** How many change one turn at once in the cases about concurrency; default 20. */
  readonly rivals?: number;
}

type Check = (repository: PendingTurnRepositoryUnderTest, id: string) => Promise<void>;

/**
 * What every repository of suspended turns promises, as a list of cases for any test runner.
 *
 * @example
 * for (const { name, run } of pendingTurnRepositoryContract({ create: () => new MyRepository() })) it(name, run);
 */
export function pendingTurnRepositoryContract<Repository extends PendingTurnRepositoryUnderTest>(
  options: PendingTurnRepositoryContractOptions<Repository>,
): readonly ContractCase[] {
  return Object.entries(casesOf(options.rivals ?? 20)).map(([name, check]) => ({
    name,
    async run(): Promise<void> {
      const repository = await options.create();
      try {
        await check(repository, `contract-${crypto.randomUUID()}`);
      } finally {
        await options.dispose?.(repository);
      }
    },
  }));
}

const CALLS: readonly object[] = [
  { callId: 'c1', name: 'refund', arguments: '{"amount":10,"to":"Ürümqi"}', hash: 'h1', status: 'pending' },
  {
    callId: 'c2',
    name: 'lookUp',
    arguments: '',
    hash: 'h2',
    status: 'done',
    response: { id: 'c2', name: 'lookUp', responseData: "it's; DROP TABLE x; --\n👩‍👩‍👧" },
    returnDirect: false,
  },
];
const DECIDED: readonly object[] = [{ ...CALLS[0], status: 'decided', decision: { type: 'approve' } }, CALLS[1] ?? {}];
/** Far longer than a case takes. */
const LONG = 600_000;

function turnOf(id: string, changes: Partial<PendingTurnUnderTest> = {}): PendingTurnUnderTest {
  return {
    turnId: id,
    conversationId: `${id}-conversation`,
    version: 0,
    createdAt: Date.now(),
    expiresAt: Date.now() + LONG,
    calls: CALLS,
    lease: null,
    snapshot: '{"version":1,"text":"çöğ ✓ \\u0000 \\"quoted\\""}',
    ...changes,
  };
}

function ruleOf(ruleId: string, changes: Partial<ApprovalRuleUnderTest> = {}): ApprovalRuleUnderTest {
  return { ruleId, toolName: 'refund', arguments: null, exact: false, approved: true, expiresAt: null, ...changes };
}

function casesOf(rivals: number): Readonly<Record<string, Check>> {
  return {
    'knows nothing of an unknown turn': async (repository, id) => {
      assert.equal(await repository.find(id), null);
      assert.equal(await repository.update(id, 0, { lease: null }), false);
      assert.equal(await repository.delete(id), false);
    },
    'returns a turn as it was stored': async (repository, id) => {
      const turn = turnOf(id, { lease: { owner: 'me', expiresAt: Date.now() + LONG }, version: 7 });
      await repository.create(turn);
      assert.deepEqual(await repository.find(id), turn);
    },
    'keeps a turn without conversation and without end': async (repository, id) => {
      const turn = turnOf(id, { conversationId: null, expiresAt: null, calls: [] });
      await repository.create(turn);
      assert.deepEqual(await repository.find(id), turn);
    },
    'keeps a large snapshot': async (repository, id) => {
      const turn = turnOf(id, { snapshot: JSON.stringify('漢字'.repeat(500_000)) });
      await repository.create(turn);
      assert.equal((await repository.find(id))?.snapshot === turn.snapshot, true);
    },
    'refuses a second turn of the same id': async (repository, id) => {
      await repository.create(turnOf(id));
      await assert.rejects(repository.create(turnOf(id, { calls: [] })));
      assert.deepEqual((await repository.find(id))?.calls, CALLS);
    },
    'hands out turns of the caller’s own': async (repository, id) => {
      await repository.create(turnOf(id));
      const found = await repository.find(id);
      Object.assign(found?.calls[0] ?? {}, { status: 'done' });
      assert.deepEqual((await repository.find(id))?.calls, CALLS);
    },
    'replaces only what a change names, and counts': async (repository, id) => {
      const turn = turnOf(id);
      await repository.create(turn);
      const lease = { owner: 'me', expiresAt: Date.now() + LONG };
      assert.equal(await repository.update(id, 0, { lease }), true);
      assert.deepEqual(await repository.find(id), { ...turn, lease, version: 1 });
      assert.equal(await repository.update(id, 1, { calls: DECIDED }), true);
      assert.deepEqual(await repository.find(id), { ...turn, lease, calls: DECIDED, version: 2 });
      assert.equal(await repository.update(id, 2, { lease: null, expiresAt: null }), true);
      assert.deepEqual(await repository.find(id), { ...turn, calls: DECIDED, expiresAt: null, version: 3 });
    },
    'changes nothing for another version': async (repository, id) => {
      const turn = turnOf(id, { version: 4 });
      await repository.create(turn);
      for (const version of [3, 5, 0]) assert.equal(await repository.update(id, version, { calls: [] }), false);
      assert.equal(await repository.delete(id, 3), false);
      assert.deepEqual(await repository.find(id), turn);
    },
    'lets one of many change a version': async (repository, id) => {
      await repository.create(turnOf(id));
      for (let version = 0; version < 5; version++) {
        const outcomes = await Promise.all(
          Array.from({ length: rivals }, async (_, index) => {
            const owner = `rival-${version}-${index}`;
            const won = await repository.update(id, version, { lease: { owner, expiresAt: Date.now() + LONG } });
            return won ? owner : null;
          }),
        );
        const winners = outcomes.filter((owner) => owner !== null);
        assert.equal(winners.length, 1, `${winners.length} of ${rivals} have changed version ${version}`);
        const stored = await repository.find(id);
        assert.equal(stored?.lease?.owner, winners[0]);
        assert.equal(stored?.version, version + 1);
      }
    },
    'lets one of many delete a turn': async (repository, id) => {
      await repository.create(turnOf(id));
      const outcomes = await Promise.all(Array.from({ length: rivals }, () => repository.delete(id, 0)));
      assert.equal(outcomes.filter(Boolean).length, 1);
      assert.equal(await repository.find(id), null);
    },
    'forgets a deleted turn, whose id can be used again': async (repository, id) => {
      await repository.create(turnOf(id));
      assert.equal(await repository.delete(id), true);
      assert.deepEqual(await repository.findByConversationId(`${id}-conversation`), []);
      await repository.create(turnOf(id, { version: 9 }));
      assert.equal((await repository.find(id))?.version, 9);
    },
    'does not know an expired turn': async (repository, id) => {
      await repository.create(turnOf(id, { expiresAt: Date.now() + 150 }));
      await sleep(250);
      assert.equal(await repository.find(id), null);
      assert.equal(await repository.update(id, 0, { calls: [] }), false);
      assert.deepEqual(await repository.findByConversationId(`${id}-conversation`), []);
      await repository.create(turnOf(id, { version: 3 }));
      assert.equal((await repository.find(id))?.version, 3);
    },
    'expires a turn at its new time': async (repository, id) => {
      await repository.create(turnOf(id));
      assert.equal(await repository.update(id, 0, { expiresAt: Date.now() + 150 }), true);
      await sleep(250);
      assert.equal(await repository.find(id), null);
    },
    'finds the turns of a conversation, the oldest first': async (repository, id) => {
      const conversationId = `${id} '"%_*?[a]:{x}/é`;
      const now = Date.now();
      await repository.create(turnOf(`${id}-b`, { conversationId, createdAt: now }));
      await repository.create(turnOf(`${id}-a`, { conversationId, createdAt: now - 5000 }));
      await repository.create(turnOf(`${id}-c`));
      const found = await repository.findByConversationId(conversationId);
      assert.deepEqual(
        found.map(({ turnId }) => turnId),
        [`${id}-a`, `${id}-b`],
      );
      assert.deepEqual(found[0], await repository.find(`${id}-a`));
    },
    'finds the latest turns of all conversations': async (repository, id) => {
      // Later than any other, because a store may be shared.
      const [now, expiresAt] = [Date.now() + LONG, Date.now() + 1000 * LONG];
      const make = (name: string, age: number, changes: Partial<PendingTurnUnderTest> = {}) =>
        repository.create(turnOf(`${id}-${name}`, { createdAt: now - age, expiresAt: expiresAt - age, ...changes }));
      await make('deleted', 0);
      await make('older', 30, { conversationId: null });
      await make('newer', 20);
      await make('forgotten', 10, { conversationId: `${id}-forgotten` });
      await make('newest', 5);
      await repository.delete(`${id}-deleted`);
      await repository.deleteByConversationId(`${id}-forgotten`);
      await repository.update(`${id}-newest`, 0, { expiresAt: Date.now() + 150 });
      await sleep(250);
      const found = await repository.findLatest(2);
      assert.deepEqual(found, [await repository.find(`${id}-newer`), await repository.find(`${id}-older`)]);
    },
    'keeps the rules of a conversation, one per id': async (repository, id) => {
      assert.deepEqual(await repository.findRules(id), []);
      const partial = ruleOf('r2', { arguments: { to: 'Ürümqi', tags: [1, null] }, exact: true });
      await repository.addRule(id, ruleOf('r1'));
      await repository.addRule(id, partial);
      await repository.addRule(id, ruleOf('r1', { approved: false, reason: 'no budget' }));
      await repository.addRule(`${id}-other`, ruleOf('r3'));
      const found = (await repository.findRules(id)).toSorted((a, b) => (a.ruleId < b.ruleId ? -1 : 1));
      assert.deepEqual(found, [ruleOf('r1', { approved: false, reason: 'no budget' }), partial]);
    },
    'does not know an expired rule': async (repository, id) => {
      await repository.addRule(id, ruleOf('r1', { expiresAt: Date.now() + 150 }));
      await repository.addRule(id, ruleOf('r2'));
      await sleep(250);
      assert.deepEqual(await repository.findRules(id), [ruleOf('r2')]);
    },
    'forgets the turns and rules of a conversation': async (repository, id) => {
      await repository.create(turnOf(id, { conversationId: id }));
      await repository.create(turnOf(`${id}-other`));
      await repository.addRule(id, ruleOf('r1'));
      await repository.deleteByConversationId(id);
      await repository.deleteByConversationId(id);
      assert.equal(await repository.find(id), null);
      assert.deepEqual(await repository.findRules(id), []);
      assert.equal((await repository.find(`${id}-other`))?.turnId, `${id}-other`);
    },
  };
}
