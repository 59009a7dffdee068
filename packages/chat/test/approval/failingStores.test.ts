import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import {
  approve,
  type ApprovalRule,
  InMemoryPendingTurnRepository,
  type PendingTurn,
  type PendingTurnChange,
  PendingTurnConflictException,
  report,
  ToolCallingAdvisor,
  TurnNotStoredException,
} from '@toolwright/chat';
import type { ToolResponseMessage } from '@toolwright/model';
import { chunkedReply } from '@toolwright/testing';
import type { ToolExecutionResult } from '@toolwright/tools';
import { asks, says, scripted, shorthand } from '../support/models.js';
import { textOf } from '../support/loops.js';
import { callOf, rejection, suspended, TestProcess } from './approvalFixtures.js';

const refund = (id: string, amount: number) => callOf(id, 'refund', { amount });

/** What happens to an operation: it is not carried out, or it is and the answer is lost. */
type Fault = 'fails' | 'answer lost' | undefined;

/** A store with a connection that breaks where a test wants it to. */
class BrokenRepository extends InMemoryPendingTurnRepository {
  /** For each `create`, `delete` and `addRule` in turn. */
  readonly faults: Record<'create' | 'delete' | 'addRule', Fault[]> = { create: [], delete: [], addRule: [] };
  updateFault: (change: PendingTurnChange) => Fault = () => undefined;
  findFails = false;

  override async create(turn: PendingTurn): Promise<void> {
    return this.#run(this.faults.create.shift(), () => super.create(turn));
  }

  override async update(turnId: string, version: number, change: PendingTurnChange): Promise<boolean> {
    return this.#run(this.updateFault(change), () => super.update(turnId, version, change));
  }

  override async delete(turnId: string, version?: number): Promise<boolean> {
    return this.#run(this.faults.delete.shift(), () => super.delete(turnId, version));
  }

  override async addRule(conversationId: string, rule: ApprovalRule): Promise<void> {
    return this.#run(this.faults.addRule.shift(), () => super.addRule(conversationId, rule));
  }

  override async find(turnId: string): Promise<PendingTurn | null> {
    if (this.findFails) throw new Error('the store is away');
    return super.find(turnId);
  }

  async #run<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
    if (fault === 'fails') throw new Error('the connection broke');
    const result = await work();
    if (fault === 'answer lost') throw new Error('the connection broke');
    return result;
  }
}

/** Applies a fault to the first update that fits. */
function once(fault: Fault, fits: (change: PendingTurnChange) => boolean): (change: PendingTurnChange) => Fault {
  let pending = true;
  return (change) => {
    if (!pending || !fits(change)) return undefined;
    pending = false;
    return fault;
  };
}

const isResult = ({ calls }: PendingTurnChange): boolean => calls?.some(({ status }) => status === 'done') ?? false;
const isStart = ({ calls }: PendingTurnChange): boolean => calls?.some(({ status }) => status === 'running') ?? false;
const isRenewal = ({ calls, lease }: PendingTurnChange): boolean => calls === undefined && lease !== null;

function responsesOf(error: unknown) {
  const { partialToolExecutionResult } = error as { readonly partialToolExecutionResult?: ToolExecutionResult };
  const last = partialToolExecutionResult?.conversationHistory.at(-1) as ToolResponseMessage | undefined;
  return last?.responses.map(({ id, responseData }) => [id, responseData]);
}

describe('a turn that waits and a store that does not take it', () => {
  it.each(['call', 'stream'] as const)('[AP-02] keeps the results of the other calls, in %s()', async (mode) => {
    const repository = new BrokenRepository();
    repository.faults.create = ['fails', 'fails', 'fails', 'fails'];
    const process = new TestProcess(
      scripted(asks([callOf('c0', 'lookUp'), refund('c1', 10)]), says('done')),
      repository,
    );
    const spec = process.client.prompt('Do it');
    const run = mode === 'call' ? spec.call().chatClientResponse() : spec.stream().final();
    const error = await rejection<TurnNotStoredException>(run);
    expect(error).toBeInstanceOf(TurnNotStoredException);
    expect(error).toMatchObject({ code: 'TURN_NOT_STORED', turnId: expect.any(String) });
    expect(error.message).toBe(
      `Turn '${error.turnId}' waits for 1 approval(s), but could not be stored. Its other calls have run; ` +
        'their results are in partialToolExecutionResult. Call store() to try again.',
    );
    expect((error.cause as Error).message).toBe('the connection broke');
    expect(responsesOf(error)).toEqual([['c0', '"found"']]);
    expect(Object.keys(error)).toEqual(expect.not.arrayContaining(['turn', 'partialToolExecutionResult']));
    expect(error.turn.calls.map(({ status }) => status)).toEqual(['done', 'pending']);

    expect((await rejection(error.store())).message).toBe('the connection broke');
    const turn = await error.store();
    expect(turn).toEqual({
      turnId: error.turnId,
      pendingApprovals: [{ callId: 'c1', name: 'refund', arguments: '{"amount":10}' }],
    });
    expect(textOf(await process.client.resume(turn.turnId, { c1: approve }))).toBe('done');
    expect(process.bank.log).toEqual(['lookUp', 'refund 10']);
    // The turn is over: storing it once more must not bring it back.
    expect(await error.store()).toBe(turn);
    expect(await repository.find(turn.turnId)).toBeNull();
  });

  it.each(['fails', 'answer lost'] as const)('[AP-02] is stored all the same when the first try %s', async (fault) => {
    const repository = new BrokenRepository();
    repository.faults.create = [fault];
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done')), repository);
    const { turnId } = await process.suspend();
    expect(textOf(await process.client.resume(turnId, { c1: approve }))).toBe('done');
  });
});

describe('a turn that is resumed over a connection that breaks', () => {
  const prepared = async () => {
    const repository = new BrokenRepository();
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done'), says('done')), repository, {
      approvals: { lease: 300 },
    });
    return { repository, process, turn: await process.suspend() };
  };

  it.each([
    ['claiming', (change: PendingTurnChange) => change.calls?.[0]?.status === 'decided'],
    ['beginning a call', isStart],
    ['storing a result', isResult],
  ])('[AP-07] is not taken for another process when the answer to %s is lost', async (step, fits) => {
    for (const fault of ['answer lost', 'fails'] as const) {
      const { repository, process, turn } = await prepared();
      repository.updateFault = once(fault, fits);
      const resumed = process.client.resume(turn.turnId, { c1: approve }).content();
      if (fault === 'fails' && step === 'claiming') {
        expect((await rejection(resumed)).message).toBe('the connection broke');
        continue;
      }
      expect(await resumed).toBe('done');
      expect(process.bank.log).toEqual(['refund 10']);
      expect(await repository.find(turn.turnId)).toBeNull();
    }
  });

  it('[AP-07] is not taken for another process when the answer to a renewal is lost', async () => {
    const { repository, process, turn } = await prepared();
    let renewals = 0;
    repository.updateFault = (change) => (isRenewal(change) && ++renewals > 0 ? 'answer lost' : undefined);
    process.bank.refund = (async (amount: number) => {
      while (renewals < 2) await sleep(10);
      process.bank.log.push(`refund ${amount}`);
      return 'refunded';
    }) as never;
    expect(await process.client.resume(turn.turnId, { c1: approve }).content()).toBe('done');
    expect(process.bank.log).toEqual(['refund 10']);
  });

  it.each(['answer lost', 'fails'] as const)(
    '[AP-04] is over when the answer to its end is lost: %s',
    async (fault) => {
      const { repository, process, turn } = await prepared();
      repository.faults.delete = [fault];
      expect(await process.client.resume(turn.turnId, { c1: approve }).content()).toBe('done');
      expect(await repository.find(turn.turnId)).toBeNull();
    },
  );

  it('[AP-06] goes on waiting when the answer to its release is lost', async () => {
    const repository = new BrokenRepository();
    const process = new TestProcess(scripted(asks([refund('c1', 1), refund('c2', 2)]), says('done')), repository);
    const turn = await process.suspend();
    repository.updateFault = once('answer lost', ({ lease }) => lease === null);
    const waiting = suspended(await process.client.resume(turn.turnId, { c1: approve }));
    expect(waiting.pendingApprovals.map(({ callId }) => callId)).toEqual(['c2']);
    expect(await process.client.resume(turn.turnId, { c2: approve }).content()).toBe('done');
    expect(process.bank.log).toEqual(['refund 1', 'refund 2']);
  });

  it('[AP-08] hands over a result that could not be stored, which report() brings back', async () => {
    const { repository, process, turn } = await prepared();
    repository.updateFault = (change) => (isResult(change) ? 'fails' : undefined);
    const error = await rejection(process.client.resume(turn.turnId, { c1: approve }).content());
    expect(error.message).toBe('the connection broke');
    expect(responsesOf(error)).toEqual([['c1', '"refunded 10"']]);
    repository.updateFault = () => undefined;
    const [[, result] = []] = responsesOf(error) ?? [];
    suspended(await process.client.resume(turn.turnId, {}));
    expect(await process.client.resume(turn.turnId, { c1: report(result as string) }).content()).toBe('done');
    expect(process.bank.log).toEqual(['refund 10']);
    expect(shorthand(process.model.prompts.at(-1)).at(-1)).toBe('T "refunded 10"');
  });

  it('[AP-08] keeps a call that could not be begun as it was', async () => {
    const { repository, process, turn } = await prepared();
    let starts = 0;
    repository.updateFault = (change) => (isStart(change) && ++starts <= 2 ? 'fails' : undefined);
    const error = await rejection(process.client.resume(turn.turnId, { c1: approve }).content());
    expect(error.message).toBe('the connection broke');
    expect((await process.stored(turn)).calls).toMatchObject([{ callId: 'c1', status: 'decided' }]);
    expect(await process.client.resume(turn.turnId, {}).content()).toBe('done');
    expect(process.bank.log).toEqual(['refund 10']);
  });

  it('[AP-04] remembers a decision that is sent again because the rule could not be stored', async () => {
    const repository = new BrokenRepository();
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done')), repository);
    const turn = await process.suspend('talk');
    repository.faults.addRule = ['fails'];
    const decisions = { c1: { ...approve, remember: 'tool' } } as const;
    expect((await rejection(process.client.resume(turn.turnId, decisions).content())).message).toBe(
      'the connection broke',
    );
    expect(await process.client.resume(turn.turnId, decisions).content()).toBe('done');
    expect(await repository.findRules('talk')).toMatchObject([{ toolName: 'refund', approved: true }]);
  });

  it('[AP-06] does not expire while it is worked on', async () => {
    const repository = new BrokenRepository();
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done')), repository, {
      approvals: { timeToLive: 200 },
    });
    const { turnId } = await process.suspend();
    process.bank.refund = (async () => {
      await sleep(300);
      return 'refunded';
    }) as never;
    expect(await process.client.resume(turnId, { c1: approve }).content()).toBe('done');
  });
});

describe('a turn that is claimed and not run', () => {
  it('[AP-07] is not claimed by a request that cannot be run', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done')));
    const { turnId } = await process.suspend();
    const twice = process.client
      .prompt()
      .advisors(ToolCallingAdvisor.builder().build(), ToolCallingAdvisor.builder().build());
    expect((await rejection(twice.resume(turnId, { c1: approve }).content())).message).toMatch(
      /ToolAdvisor|tool advisor/i,
    );
    expect((await process.repository.find(turnId))?.lease).toBeNull();
    expect(await process.client.resume(turnId, { c1: approve }).content()).toBe('done');
  });

  it('[AP-07] can be taken over when the consumer of its stream has been dropped half way', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const repository = new InMemoryPendingTurnRepository();
    const settings = { approvals: { lease: 600 } };
    const first = new TestProcess(scripted(asks(refund('c1', 10)), chunkedReply('a', 'b', 'c')), repository, settings);
    const { turnId } = await first.suspend();
    await (async () => {
      const stream = first.client.resumeStream(turnId, { c1: approve }).chatResponse()[Symbol.asyncIterator]();
      await stream.next();
    })();
    const second = new TestProcess(scripted(says('done')), repository, settings);
    expect(await rejection(second.client.resume(turnId, {}).content())).toBeInstanceOf(PendingTurnConflictException);
    for (let times = 0; times < 3; times++) {
      await sleep(10);
      collectGarbage();
    }
    await sleep(900);
    expect(await second.client.resume(turnId, {}).content()).toBe('done');
    expect(first.bank.log).toEqual(['refund 10']);
  });

  it('[AP-08] stores what a call answers behind an abort, and leaves the turn to others', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done')));
    const { turnId } = await process.suspend();
    const controller = new AbortController();
    const begun = new Promise<void>((begin) => {
      process.bank.refund = (async (amount: number) => {
        begin();
        await sleep(100);
        process.bank.log.push(`refund ${amount}`);
        return 'late';
      }) as never;
    });
    const aborted = rejection(process.client.resume(turnId, { c1: approve }, { signal: controller.signal }).content());
    await begun;
    controller.abort();
    expect((await aborted).name).toBe('AbortError');
    expect((await process.repository.find(turnId))?.lease).toBeNull();
    while (process.bank.log.length === 0) await sleep(10);
    await sleep(10);
    expect(await process.repository.find(turnId)).toMatchObject({ lease: null, calls: [{ status: 'done' }] });
    expect(await process.client.resume(turnId, {}).content()).toBe('done');
    expect(shorthand(process.model.prompts[1]).at(-1)).toBe('T "late"');
  });

  it('refuses a lease that never ends', () => {
    const model = scripted();
    const settings = { approvals: { lease: Infinity } };
    expect(() => new TestProcess(model, new InMemoryPendingTurnRepository(), settings)).toThrow(
      'lease must be at most 86400000 milliseconds',
    );
  });
});
