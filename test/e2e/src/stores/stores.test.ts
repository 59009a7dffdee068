import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { approve, type PendingTurn, rerun, suspendedTurnOf } from '@toolwright/chat';
import { StoreException } from '@toolwright/core';
import type { AssistantMessage, ToolResponseMessage } from '@toolwright/model';
import {
  isPostgresInstalled,
  isRedisInstalled,
  startPostgres,
  startRedis,
  type TestServer,
} from '@toolwright/testing/servers';
import { openStore, type Store } from './openStore.js';
import { runInProcesses } from './startWorkers.js';
import { asksForRefunds, bankClient, runTurn, storedTurn } from './turns.js';

const PROCESSES = 5;
const TURNS_PER_PROCESS = 10;
const PATIENCE = 180_000;

describe.each([
  ['Redis', isRedisInstalled(), () => startRedis()],
  ['PostgreSQL', isPostgresInstalled(), () => startPostgres()],
] as const)('several processes over %s', (_, installed, start) => {
  if (!installed) {
    it.skip('needs a server that is installed', () => undefined);
    return;
  }
  let server: TestServer;
  let store: Store;
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-stores-'));

  beforeAll(async () => {
    server = await start();
    store = await openStore(server.url);
  }, PATIENCE);
  afterAll(async () => {
    await store.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const textsOf = async (conversationId: string): Promise<readonly string[]> =>
    (await store.conversations.findByConversationId(conversationId)).map((message) => {
      const { toolCalls = [], responses = [] } = message as Partial<
        Pick<AssistantMessage, 'toolCalls'> & Pick<ToolResponseMessage, 'responses'>
      >;
      if (toolCalls.length > 0) return `call ${toolCalls.map(({ id }) => id).join()}`;
      if (responses.length > 0) return `result ${responses.map(({ id }) => id).join()}`;
      return message.text ?? '';
    });
  const linesOf = (log: string): readonly string[] => readFileSync(log, 'utf8').trim().split('\n');

  it(
    '[CX-117] 50 turns at once in one conversation lose nothing and stay in one piece each',
    async () => {
      const works = Array.from({ length: PROCESSES }, (__, process) => ({
        kind: 'turns' as const,
        conversationId: 'shared',
        names: Array.from({ length: TURNS_PER_PROCESS }, (___, turn) => `${process}-${turn}`),
      }));
      const reports = await runInProcesses(server.url, works);
      expect(reports).toEqual(works.map(() => ({ done: TURNS_PER_PROCESS })));
      const texts = await textsOf('shared');
      const order = texts.filter((text) => text.startsWith('question ')).map((text) => text.replace('question ', ''));
      expect(order.toSorted()).toEqual(works.flatMap(({ names }) => names).toSorted());
      expect(texts).toEqual(order.flatMap(storedTurn));
    },
    PATIENCE,
  );

  it(
    '[CX-111] a server that dies during a turn leaves whole steps, and the next turn works without a restart of the process',
    async () => {
      await runTurn(store.conversations, 'dies', 'first');
      let rounds = 0;
      const failing = runTurn(store.conversations, 'dies', 'second', async () => {
        if (++rounds === 2) await server.kill();
        // Back a while later, on its own.
        if (rounds === 2) setTimeout(() => void server.restart(), 500);
      });
      const outcome = await failing.then(
        (answer) => answer,
        (error: unknown) => error,
      );
      if (outcome !== 'answer second') expect(outcome).toBeInstanceOf(StoreException);
      await answering();
      const steps = outcome === 'answer second' ? storedTurn('second') : storedTurn('second').slice(0, 3);
      expect(await textsOf('dies')).toEqual([...storedTurn('first'), ...steps]);
      expect(await runTurn(store.conversations, 'dies', 'third')).toBe('answer third');
      expect(await textsOf('dies')).toEqual([...storedTurn('first'), ...steps, ...storedTurn('third')]);
    },
    PATIENCE,
  );

  it(
    '[CX-111] a turn whose store is away fails with a typed error and can be repeated',
    async () => {
      const impatient = await openStore(server.url, 1000);
      await server.kill();
      const failed = runTurn(impatient.conversations, 'repeated', 'turn');
      await expect(failed).rejects.toBeInstanceOf(StoreException);
      await impatient.close();
      await server.restart();
      await answering();
      // Processes of a server that was killed may answer for another moment.
      const left = await textsOf('repeated');
      expect(left).toEqual(storedTurn('turn').slice(0, left.length > 0 ? 3 : 0));
      expect(await runTurn(store.conversations, 'repeated', 'turn')).toBe('answer turn');
      expect(await textsOf('repeated')).toEqual([...left, ...storedTurn('turn')]);
    },
    PATIENCE,
  );

  const suspend = async (log: string, ...amounts: readonly number[]): Promise<string> => {
    const client = bankClient(store.turns, log, [asksForRefunds(...amounts)]);
    const response = await client.prompt('Refund them').call().chatClientResponse();
    return suspendedTurnOf(response.chatResponse)?.turnId ?? '';
  };

  it(
    '[AP-07] processes that resume at once run each call once',
    async () => {
      const log = join(folder, 'at-once');
      const turnId = await suspend(log, 10, 20);
      const work = { kind: 'resume' as const, turnId, callIds: ['c10', 'c20'], log, dies: false };
      const reports = await runInProcesses(
        server.url,
        Array.from({ length: 3 }, () => work),
      );
      expect(linesOf(log).toSorted()).toEqual(['refund 10', 'refund 20']);
      const winners = reports.filter((report) => (report as { answer?: string }).answer === 'done');
      expect(winners).toHaveLength(1);
      // Who comes after the end finds no turn any more.
      for (const report of reports) {
        if (winners.includes(report)) continue;
        expect(['PENDING_TURN_CONFLICT', 'PENDING_TURN_NOT_FOUND']).toContain((report as { failed?: string }).failed);
      }
      expect(await store.turns.find(turnId)).toBeNull();
    },
    PATIENCE,
  );

  it(
    '[AP-08] a process that dies in a call leaves an unknown outcome, which only a demand runs again',
    async () => {
      const log = join(folder, 'dies');
      const turnId = await suspend(log, 10);
      const work = { kind: 'resume' as const, turnId, callIds: ['c10'], log, dies: true };
      expect(await runInProcesses(server.url, [work])).toEqual(['SIGKILL']);
      expect(linesOf(log)).toEqual(['refund 10']);
      const { version, lease } = (await store.turns.find(turnId)) as PendingTurn;
      expect(lease).not.toBeNull();
      await store.turns.update(turnId, version, { lease: { owner: 'the dead one', expiresAt: Date.now() - 1 } });

      const client = bankClient(store.turns, log, ['done']);
      const reported = await client.resume(turnId, { c10: approve });
      expect(suspendedTurnOf(reported.chatResponse)?.pendingApprovals).toEqual([
        { callId: 'c10', name: 'refund', arguments: '{"amount":10}', unknownOutcome: true },
      ]);
      expect(linesOf(log)).toEqual(['refund 10']);
      expect(await client.resume(turnId, { c10: rerun }).content()).toBe('done');
      expect(linesOf(log)).toEqual(['refund 10', 'refund 10']);
    },
    PATIENCE,
  );

  /** Resolves when the server answers again. */
  async function answering(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await store.conversations.findConversationIds();
        return;
      } catch (error) {
        if (attempt === 20) throw error;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  }
});
