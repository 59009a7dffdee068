import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { MaybePromise } from '@toolwright/core';
import type { ContractCase } from '../memory/chatMemoryRepositoryContract.js';

/** What the contract asks of a repository; every `ToolResultRepository` of `@toolwright/tools` has it. */
export interface ToolResultRepositoryUnderTest {
  save(conversationId: string, handle: string, text: string): Promise<void>;
  find(conversationId: string, handle: string): Promise<string | null>;
  hasResults(conversationId: string): Promise<boolean>;
  deleteByConversationId(conversationId: string): Promise<void>;
}

/** What {@link toolResultRepositoryContract} needs to know. */
export interface ToolResultContractOptions {
  /**
   * Makes the repository, or connects to it, once per case. Conversation ids of the cases are random, so that a store
   * that others use too can be tested.
   *
   * @param ttl milliseconds after which a result is forgotten; an hour, or 300 in the cases that wait for it
   */
  readonly create: (ttl: number) => MaybePromise<ToolResultRepositoryUnderTest>;
  /** Runs after each case, also after one that failed: closes what `create` opened. */
  readonly dispose?: (repository: ToolResultRepositoryUnderTest) => MaybePromise<void>;
}

type Check = (repository: ToolResultRepositoryUnderTest, conversationId: string) => Promise<void>;

const HOUR = 3_600_000;
const SHORT = 300;
/** Far longer than it should take, since stores may look at the time now and then only. */
const PATIENCE = 4000;

/**
 * What every repository of tool results promises, as a list of cases for any test runner.
 *
 * @example
 * for (const { name, run } of toolResultRepositoryContract({ create: (ttl) => new MyRepository(ttl) })) it(name, run);
 */
export function toolResultRepositoryContract(options: ToolResultContractOptions): readonly ContractCase[] {
  const withTtl = (ttl: number, checks: Readonly<Record<string, Check>>): readonly ContractCase[] =>
    Object.entries(checks).map(([name, check]) => ({
      name,
      async run(): Promise<void> {
        const repository = await options.create(ttl);
        try {
          await check(repository, `contract-${crypto.randomUUID()}`);
        } finally {
          await options.dispose?.(repository);
        }
      },
    }));
  return [...withTtl(HOUR, LASTING), ...withTtl(SHORT, EXPIRING)];
}

const LASTING: Readonly<Record<string, Check>> = {
  'knows nothing of an unknown conversation': async (repository, id) => {
    assert.equal(await repository.find(id, 'result-1'), null);
    assert.equal(await repository.hasResults(id), false);
  },
  'finds what was saved': async (repository, id) => {
    await repository.save(id, 'result-1', 'one');
    await repository.save(id, 'result_2-B', 'two');
    assert.equal(await repository.find(id, 'result-1'), 'one');
    assert.equal(await repository.find(id, 'result_2-B'), 'two');
    assert.equal(await repository.find(id, 'result-3'), null);
    assert.equal(await repository.find(id, 'result_2-b'), null);
    assert.equal(await repository.hasResults(id), true);
  },
  'replaces a result of the same handle': async (repository, id) => {
    await repository.save(id, 'result-1', 'a longer text');
    await repository.save(id, 'result-1', 'b');
    assert.equal(await repository.find(id, 'result-1'), 'b');
  },
  'keeps conversations apart, even with the same handle': async (repository, id) => {
    const other = `${id}-other`;
    await repository.save(id, 'result-1', 'mine');
    assert.equal(await repository.find(other, 'result-1'), null);
    assert.equal(await repository.hasResults(other), false);
    await repository.save(other, 'result-1', 'theirs');
    assert.equal(await repository.find(id, 'result-1'), 'mine');
    assert.equal(await repository.find(other, 'result-1'), 'theirs');
  },
  'keeps the border between conversation and handle': async (repository, id) => {
    await repository.save(id, 'a-b', 'one');
    await repository.save(`${id}-a`, 'b', 'two');
    await repository.save(`${id}:a`, 'b', 'three');
    await repository.save(`${id}/a`, 'b', 'four');
    assert.equal(await repository.find(id, 'a-b'), 'one');
    assert.equal(await repository.find(`${id}-a`, 'b'), 'two');
    assert.equal(await repository.find(`${id}:a`, 'b'), 'three');
    assert.equal(await repository.find(`${id}/a`, 'b'), 'four');
  },
  'forgets a deleted conversation, and no other': async (repository, id) => {
    await repository.save(id, 'result-1', 'one');
    await repository.save(id, 'result-2', 'two');
    await repository.save(`${id}-other`, 'result-1', 'theirs');
    await repository.deleteByConversationId(id);
    await repository.deleteByConversationId(id);
    assert.equal(await repository.find(id, 'result-1'), null);
    assert.equal(await repository.find(id, 'result-2'), null);
    assert.equal(await repository.hasResults(id), false);
    assert.equal(await repository.find(`${id}-other`, 'result-1'), 'theirs');
    await repository.save(id, 'result-3', 'again');
    assert.equal(await repository.find(id, 'result-3'), 'again');
    assert.equal(await repository.find(id, 'result-1'), null);
  },
  'keeps any text': async (repository, id) => {
    const texts = [
      '',
      ' ',
      "it's; DROP TABLE x; --",
      '{"a":1}',
      'çöğ ✓ 漢字 👩‍👩‍👧',
      'line\nline\r\n\ttab',
      'nul \u0000 inside',
    ];
    for (const [index, text] of texts.entries()) await repository.save(id, `result-${index}`, text);
    for (const [index, text] of texts.entries()) assert.equal(await repository.find(id, `result-${index}`), text);
  },
  'keeps long texts': async (repository, id) => {
    const text = 'a line of a long result, ✓\n'.repeat(100_000);
    await repository.save(id, 'result-1', text);
    // Not assert.equal: its message would hold both texts.
    assert.ok((await repository.find(id, 'result-1')) === text, 'the text came back changed');
  },
  'accepts any id': async (repository, id) => {
    const odd = [`${id} '"%_*?[a]`, `${id}:{x}/é`, `${id}/../..`, `${id}\\..\\nul`, `${id}${'x'.repeat(1000)}`];
    for (const name of odd) await repository.save(name, 'result-1', name);
    for (const name of odd) assert.equal(await repository.find(name, 'result-1'), name);
    assert.equal(await repository.hasResults(id), false);
  },
  'finds nothing under a handle that is none': async (repository, id) => {
    await repository.save(id, 'result-1', 'one');
    for (const handle of ['', '*', '..', '../result-1', 'result-1\u0000', "result-1' OR '1'='1", 'x'.repeat(5000)]) {
      assert.equal(await repository.find(id, handle), null);
    }
  },
  'saves many at once': async (repository, id) => {
    const handles = Array.from({ length: 50 }, (_, index) => `result-${index}`);
    await Promise.all(handles.map((handle) => repository.save(id, handle, `text of ${handle}`)));
    const texts = await Promise.all(handles.map((handle) => repository.find(id, handle)));
    assert.deepEqual(
      texts,
      handles.map((handle) => `text of ${handle}`),
    );
  },
};

const EXPIRING: Readonly<Record<string, Check>> = {
  'forgets a result when its time is over': async (repository, id) => {
    await repository.save(id, 'result-1', 'one');
    await until(async () => (await repository.find(id, 'result-1')) === null, 'the result is still there');
    assert.equal(await repository.hasResults(id), false);
  },
  'counts the time of each result by itself': async (repository, id) => {
    await repository.save(id, 'result-1', 'one');
    let saved = 0;
    await until(async () => {
      await repository.save(id, `later-${saved++}`, 'later');
      return (await repository.find(id, 'result-1')) === null;
    }, 'later results keep the first one alive');
  },
};

async function until(condition: () => Promise<boolean>, message: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(message);
    await delay(25);
  }
}
