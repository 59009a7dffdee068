import { describe, expect, it } from '@jest/globals';
import {
  ApprovalRefusedException,
  approvalHash,
  approve,
  deny,
  edit,
  InMemoryPendingTurnRepository,
  type PendingTurn,
  type PendingTurnChange,
  PendingTurnConflictException,
  PendingTurnNotFoundException,
  report,
  rerun,
  TurnSuspendedException,
} from '@toolwright/chat';
import { type ToolResponseMessage, usageOf } from '@toolwright/model';
import {
  FunctionToolCallback,
  ToolApprovalHandler,
  type ToolApprovalDecision,
  ToolCallingChatOptions,
  type ToolApprovalRequest,
} from '@toolwright/tools';
import { asks, collect, says, scripted, shorthand } from '../support/models.js';
import { textOf, tokensOf } from '../support/loops.js';
import { callOf, rejection, suspended, TestProcess } from './approvalFixtures.js';

const refund = (id: string, amount: number) => callOf(id, 'refund', { amount });

/** A store in which the process that has just begun a call dies. */
class DyingRepository extends InMemoryPendingTurnRepository {
  dies = false;

  override async update(turnId: string, version: number, change: PendingTurnChange): Promise<boolean> {
    const isResult = change.calls?.some(({ status }) => status === 'done') ?? false;
    if (this.dies && (isResult || change.lease === null)) throw new Error('the process is gone');
    return super.update(turnId, version, change);
  }

  override async delete(turnId: string, version?: number): Promise<boolean> {
    if (this.dies) throw new Error('the process is gone');
    return super.delete(turnId, version);
  }

  /** What others see when the lease of the dead process is over. */
  async expireLease(turnId: string): Promise<void> {
    this.dies = false;
    const turn = (await this.find(turnId)) as PendingTurn;
    await super.update(turnId, turn.version, { lease: { owner: 'dead', expiresAt: Date.now() - 1 } });
  }
}

describe('a turn that waits for approvals', () => {
  it('[AP-02] runs what needs none, keeps it, and ends with what waits', async () => {
    const process = new TestProcess(
      scripted(asks([callOf('c0', 'lookUp'), refund('c1', 10)], undefined, 'One moment.')),
    );
    const response = await process.client.prompt('Do it').call().chatResponse();
    expect(response?.result?.output.text).toBe('One moment.');
    expect(response?.hasToolCalls()).toBe(false);
    const details = {
      turnId: expect.any(String),
      pendingApprovals: [{ callId: 'c1', name: 'refund', arguments: '{"amount":10}' }],
    };
    expect(response?.result?.metadata).toEqual({ finishReason: 'toolApprovalRequired', ...details });
    expect(response?.metadata).toMatchObject(details);
    expect(process.bank.log).toEqual(['lookUp']);
    const [turn] = [await process.stored(suspended({ chatResponse: response } as never))];
    expect(turn.calls).toMatchObject([
      { callId: 'c0', status: 'done', response: { id: 'c0', name: 'lookUp', responseData: '"found"' } },
      { callId: 'c1', status: 'pending' },
    ]);
    expect(turn.lease).toBeNull();
  });

  it('[AP-02] declines nothing for a handler that leaves the decision to others', async () => {
    class Later extends ToolApprovalHandler {
      override decide(): ToolApprovalDecision {
        return ToolApprovalHandler.LATER;
      }
    }
    const process = new TestProcess(scripted(asks(refund('c1', 10))));
    const spec = process.client.prompt('Do it').toolApprovalHandler(new Later());
    expect(suspended(await spec.call().chatClientResponse()).pendingApprovals).toHaveLength(1);
  });

  it('[AP-04] goes on in a new process: runs what was approved, tells of what was declined, in call order', async () => {
    const first = new TestProcess(scripted(asks([refund('c1', 10), callOf('c0', 'lookUp'), refund('c2', 20)])));
    const { turnId, pendingApprovals } = await first.suspend();
    expect(pendingApprovals.map(({ callId }) => callId)).toEqual(['c1', 'c2']);

    const second = new TestProcess(scripted(says('done')), first.repository);
    const response = await second.client.resume(turnId, { c2: deny('no budget'), c1: approve });
    expect(textOf(response)).toBe('done');
    expect(response.round).toBe(1);
    expect([first.bank.log, second.bank.log]).toEqual([['lookUp'], ['refund 10']]);
    expect(shorthand(second.model.prompts[0])).toEqual([
      'S Be brief.',
      'U Do it',
      'A(tc) refund,lookUp,refund',
      'T "refunded 10","found",The user declined this call: no budget',
    ]);
    const { responses } = second.model.prompts[0]?.instructions.at(-1) as ToolResponseMessage;
    expect(responses.map(({ id, isError }) => [id, isError ?? false])).toEqual([
      ['c1', false],
      ['c0', false],
      ['c2', true],
    ]);
    expect(await first.repository.find(turnId)).toBeNull();
  });

  it('[AP-04] gives the text and the value of the answer too', async () => {
    const first = new TestProcess(scripted(asks(refund('c1', 10))));
    const one = await first.suspend();
    const second = new TestProcess(scripted(says('done')), first.repository);
    expect(await second.client.resume(one.turnId, { c1: approve }).content()).toBe('done');

    const other = new TestProcess(scripted(asks(refund('c1', 10)), says('{"ok":true}')));
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } } } as const;
    const error = await rejection<TurnSuspendedException>(other.client.prompt('Do it').call().entity(schema));
    expect(error).toBeInstanceOf(TurnSuspendedException);
    expect(error.pendingApprovals).toEqual([{ callId: 'c1', name: 'refund', arguments: '{"amount":10}' }]);
    expect(await other.client.resume(error.turnId, { c1: approve }).entity(schema)).toEqual({ ok: true });
  });

  it('[AP-05] runs with edited arguments and tells the model', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 999)), says('done')));
    const { turnId } = await process.suspend();
    await process.client.resume(turnId, { c1: edit({ amount: 10 }) });
    expect(process.bank.log).toEqual(['refund 10']);
    expect(shorthand(process.model.prompts[1]).slice(-2)).toEqual([
      'A(tc) refund',
      'T The user edited the arguments of this call to {"amount":10}.\n"refunded 10"',
    ]);
  });

  it('[AP-05] validates edited arguments', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 999)), says('done')));
    const { turnId } = await process.suspend();
    await process.client.resume(turnId, { c1: edit({ amount: 'much' }) });
    expect(process.bank.log).toEqual([]);
    expect(shorthand(process.model.prompts[1]).at(-1)).toBe(
      'T The user edited the arguments of this call to {"amount":"much"}.\n' +
        "Invalid arguments for tool 'refund': $.amount must be an integer number",
    );
  });

  it('[AP-06] runs what is decided, and the rest when it is', async () => {
    const process = new TestProcess(scripted(asks([refund('c1', 10), refund('c2', 20)]), says('done')));
    const { turnId } = await process.suspend();
    const between = suspended(await process.client.resume(turnId, { c2: approve }));
    expect(between).toEqual({
      turnId,
      pendingApprovals: [{ callId: 'c1', name: 'refund', arguments: '{"amount":10}' }],
    });
    expect(process.bank.log).toEqual(['refund 20']);
    expect(process.model.prompts).toHaveLength(1);
    // A user interface may well send all of its decisions again.
    expect(textOf(await process.client.resume(turnId, { c1: approve, c2: approve }))).toBe('done');
    expect(process.bank.log).toEqual(['refund 20', 'refund 10']);
    expect(shorthand(process.model.prompts[1]).at(-1)).toBe('T "refunded 10","refunded 20"');
  });

  it('[AP-06] keeps waiting without any decision', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 10))));
    const { turnId } = await process.suspend();
    expect(suspended(await process.client.resume(turnId, {})).turnId).toBe(turnId);
    expect((await process.repository.find(turnId))?.lease).toBeNull();
  });

  it('[AP-07] runs each call once when two processes resume at once, and tells the loser the state', async () => {
    const first = new TestProcess(scripted(asks([refund('c1', 10), refund('c2', 20)])));
    const { turnId } = await first.suspend();
    const rivals = Array.from({ length: 5 }, () => new TestProcess(scripted(says('done')), first.repository));
    const outcomes = await Promise.allSettled(
      rivals.map(({ client }) => client.resume(turnId, { c1: approve, c2: approve }).content()),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(rivals.flatMap(({ bank }) => bank.log)).toEqual(['refund 10', 'refund 20']);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      const error = outcome.reason as PendingTurnConflictException;
      expect(error).toBeInstanceOf(PendingTurnConflictException);
      expect(error.turnId).toBe(turnId);
      expect(error.turn?.calls.map(({ callId }) => callId)).toEqual(['c1', 'c2']);
      expect(error.turn?.lease?.owner).toEqual(expect.any(String));
    }
  });

  it('[AP-07] keeps a process from going on that was believed dead', async () => {
    const first = new TestProcess(scripted(asks([refund('c1', 10), refund('c2', 20)])));
    const { turnId } = await first.suspend();
    let takeOver: Promise<unknown> | undefined;
    class Stalling extends InMemoryPendingTurnRepository {
      override create = first.repository.create.bind(first.repository);
      override find = first.repository.find.bind(first.repository);
      override delete = first.repository.delete.bind(first.repository);
      override async update(id: string, version: number, change: PendingTurnChange): Promise<boolean> {
        const begins = change.calls?.some(({ status }) => status === 'running') ?? false;
        if (begins && !takeOver) {
          const turn = (await first.repository.find(id)) as PendingTurn;
          const over = { owner: 'stalled', expiresAt: Date.now() - 1 };
          await first.repository.update(id, turn.version, { lease: over });
          takeOver = second.client.resume(turnId, {}).content();
          await takeOver;
        }
        return first.repository.update(id, version, change);
      }
    }
    const second = new TestProcess(scripted(says('taken over')), first.repository);
    const stalled = new TestProcess(scripted(says('never')), new Stalling());
    const error = await rejection(stalled.client.resume(turnId, { c1: approve, c2: approve }));
    expect(error).toBeInstanceOf(PendingTurnConflictException);
    expect(await takeOver).toBe('taken over');
    expect([stalled.bank.log, second.bank.log]).toEqual([[], ['refund 10', 'refund 20']]);
  });

  it('[AP-08] reports a call whose process died as of unknown outcome, and runs it again only on demand', async () => {
    const repository = new DyingRepository();
    const first = new TestProcess(scripted(asks(refund('c1', 10))), repository);
    const { turnId } = await first.suspend();
    repository.dies = true;
    expect((await rejection(first.client.resume(turnId, { c1: approve }))).message).toBe('the process is gone');
    expect(first.bank.log).toEqual(['refund 10']);
    const alive = await rejection<PendingTurnConflictException>(first.client.resume(turnId, {}));
    expect(alive.turn?.calls[0]?.status).toBe('running');
    await repository.expireLease(turnId);

    const second = new TestProcess(scripted(says('done')), repository);
    const reported = { callId: 'c1', name: 'refund', arguments: '{"amount":10}', unknownOutcome: true };
    expect(suspended(await second.client.resume(turnId, {})).pendingApprovals).toEqual([reported]);
    // The approval from before does not run it again.
    expect(suspended(await second.client.resume(turnId, { c1: approve })).pendingApprovals).toEqual([reported]);
    expect(second.bank.log).toEqual([]);
    expect(textOf(await second.client.resume(turnId, { c1: rerun }))).toBe('done');
    expect(second.bank.log).toEqual(['refund 10']);
  });

  it('[AP-08] takes the outcome from whoever looked it up', async () => {
    const repository = new DyingRepository();
    const first = new TestProcess(scripted(asks(refund('c1', 10)), says('done')), repository);
    const { turnId } = await first.suspend();
    repository.dies = true;
    await rejection(first.client.resume(turnId, { c1: approve }));
    await repository.expireLease(turnId);
    expect(textOf(await first.client.resume(turnId, { c1: report('refund 77 was booked') }))).toBe('done');
    expect(first.bank.log).toEqual(['refund 10']);
    expect(shorthand(first.model.prompts[1]).at(-1)).toBe('T refund 77 was booked');
  });

  it('[AP-08] runs an idempotent call again by itself', async () => {
    const repository = new DyingRepository();
    const first = new TestProcess(scripted(asks(callOf('c1', 'block', { card: 'x' })), says('done')), repository);
    const { turnId } = await first.suspend();
    repository.dies = true;
    await rejection(first.client.resume(turnId, { c1: approve }));
    await repository.expireLease(turnId);
    expect(textOf(await first.client.resume(turnId, {}))).toBe('done');
    expect(first.bank.log).toEqual(['block x', 'block x']);
  });

  it('[AP-08] does not run anything again when the process died after its results were stored', async () => {
    const first = new TestProcess(scripted(asks(refund('c1', 10))));
    const { turnId } = await first.suspend();
    const failing = new TestProcess(scripted(), first.repository);
    await rejection(failing.client.resume(turnId, { c1: approve }));
    const second = new TestProcess(scripted(says('done')), first.repository);
    expect(textOf(await second.client.resume(turnId, {}))).toBe('done');
    expect([failing.bank.log, second.bank.log]).toEqual([['refund 10'], []]);
    expect(shorthand(second.model.prompts[0]).at(-1)).toBe('T "refunded 10"');
  });

  it('[AP-09] refuses calls whose arguments were changed in the store', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done')));
    const pending = await process.suspend();
    const turn = await process.stored(pending);
    const changed = { ...turn.calls[0]!, arguments: '{"amount":1000000}' };
    await process.repository.update(pending.turnId, turn.version, { calls: [changed] });
    expect(await rejection(process.client.resume(pending.turnId, { c1: approve }))).toBeInstanceOf(
      ApprovalRefusedException,
    );
    const rehashed = { ...changed, hash: approvalHash(null, changed) };
    await process.repository.update(pending.turnId, turn.version + 1, { calls: [rehashed] });
    expect(await rejection(process.client.resume(pending.turnId, { c1: approve }))).toMatchObject({
      code: 'APPROVAL_REFUSED',
      callId: 'c1',
    });
    expect(process.bank.log).toEqual([]);
  });

  it('[AP-09] refuses a decision for another hash, and takes one for the right one', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done')));
    const { turnId, pendingApprovals } = await process.suspend('talk');
    const other = approvalHash('talk', { callId: 'c1', name: 'refund', arguments: '{"amount":1}' });
    const error = await rejection(process.client.resume(turnId, { c1: { ...approve, hash: other } }));
    expect(error).toMatchObject({ code: 'APPROVAL_REFUSED', turnId, callId: 'c1' });
    expect((await process.repository.find(turnId))?.version).toBe(0);
    const hash = approvalHash('talk', pendingApprovals[0]!);
    expect(textOf(await process.client.resume(turnId, { c1: { ...approve, hash } }))).toBe('done');
  });

  it('[AP-09] refuses a turn of another conversation', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 10))));
    const { turnId } = await process.suspend('talk');
    const spec = process.client.prompt().advisors((advisors) => advisors.param('chat_memory_conversation_id', 'other'));
    expect(await rejection(spec.resume(turnId, { c1: approve }))).toMatchObject({ code: 'APPROVAL_REFUSED' });
    expect(process.bank.log).toEqual([]);
  });

  it('[AP-10] goes on counting usage, rounds and calls', async () => {
    const first = new TestProcess(
      scripted(asks(callOf('c0', 'lookUp'), usageOf(10, 5)), asks(refund('c1', 10), usageOf(20, 5))),
    );
    const waiting = await first.client.prompt('Do it').call().chatClientResponse();
    expect([waiting.round, tokensOf(waiting)]).toEqual([1, [30, 10, 40]]);
    const second = new TestProcess(scripted(says('done', usageOf(40, 5))), first.repository);
    const response = await second.client.resume(suspended(waiting).turnId, { c1: approve });
    expect([response.round, tokensOf(response)]).toEqual([2, [70, 15, 85]]);
    expect(shorthand(second.model.prompts[0]).slice(2)).toEqual([
      'A(tc) lookUp',
      'T "found"',
      'A(tc) refund',
      'T "refunded 10"',
    ]);
  });

  it('[AP-12] ends a stream with what waits, and resumeStream goes on', async () => {
    const first = new TestProcess(scripted(asks(refund('c1', 10), usageOf(1, 1), 'One moment. ')));
    const events = await collect(first.client.prompt('Do it').stream().events());
    const { turnId } = events.find((event) => event.type === 'approval-required')!;
    expect(events.slice(-3)).toMatchObject([
      {
        type: 'approval-required',
        round: 0,
        pendingApprovals: [{ callId: 'c1', name: 'refund', arguments: '{"amount":10}' }],
      },
      { type: 'round-end', round: 0 },
      { type: 'finish', reason: 'toolApprovalRequired' },
    ]);
    const last = events.at(-1)!;
    if (last.type !== 'finish') throw new Error('the stream has no end');
    expect(suspended(last.response).turnId).toBe(turnId);

    const second = new TestProcess(scripted(says('done')), first.repository);
    const rest = await collect(second.client.resumeStream(turnId, { c1: approve }).events());
    expect(rest.map((event) => [event.type, 'round' in event ? event.round : null])).toEqual([
      ['round-start', 0],
      ['tool-result', 0],
      ['round-end', 0],
      ['round-start', 1],
      ['text-delta', 1],
      ['round-end', 1],
      ['finish', null],
    ]);
    expect(second.bank.log).toEqual(['refund 10']);
    expect(await first.repository.find(turnId)).toBeNull();
  });

  it('[AP-12] gives the text of a stream once, and final() what call() gives', async () => {
    const reply = () => scripted(asks(refund('c1', 10), usageOf(1, 1), 'One moment.'));
    expect(await collect(new TestProcess(reply()).client.prompt('Do it').stream().content())).toEqual(['One moment.']);
    const called = await new TestProcess(reply()).client.prompt('Do it').call().chatClientResponse();
    const streamed = await new TestProcess(reply()).client.prompt('Do it').stream().final();
    expect(textOf(streamed)).toBe(textOf(called));
    expect(tokensOf(streamed)).toEqual(tokensOf(called));
    expect(suspended(streamed).pendingApprovals).toEqual(suspended(called).pendingApprovals);
  });

  it('[AP-12] leaves the turn to be resumed when the consumer of resumeStream stops', async () => {
    const first = new TestProcess(scripted(asks(refund('c1', 10))));
    const { turnId } = await first.suspend();
    const second = new TestProcess(scripted(says('done')), first.repository);
    for await (const event of second.client.resumeStream(turnId, { c1: approve }).events()) {
      if (event.type === 'tool-result') break;
    }
    expect((await first.repository.find(turnId))?.lease).toBeNull();
    const third = new TestProcess(scripted(says('done')), first.repository);
    expect(textOf(await third.client.resume(turnId, {}))).toBe('done');
    expect([second.bank.log, third.bank.log]).toEqual([['refund 10'], []]);
  });

  it('waits again in a later round, under the same id', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 1)), asks(refund('c2', 2)), says('done')));
    const { turnId } = await process.suspend();
    const again = suspended(await process.client.resume(turnId, { c1: approve }));
    expect(again).toEqual({ turnId, pendingApprovals: [{ callId: 'c2', name: 'refund', arguments: '{"amount":2}' }] });
    expect(textOf(await process.client.resume(turnId, { c2: approve }))).toBe('done');
    expect(process.bank.log).toEqual(['refund 1', 'refund 2']);
    expect(shorthand(process.model.prompts[2]).slice(2)).toEqual([
      'A(tc) refund',
      'T "refunded 1"',
      'A(tc) refund',
      'T "refunded 2"',
    ]);
  });

  it('tells calls apart whose ids are missing or equal', async () => {
    const calls = [refund('', 1), refund('same', 2), refund('same', 3)];
    const process = new TestProcess(scripted(asks(calls), says('done')));
    const { turnId, pendingApprovals } = await process.suspend();
    expect(pendingApprovals.map(({ callId }) => callId)).toEqual(['#0', 'same#1', 'same#2']);
    await process.client.resume(turnId, { '#0': deny(), 'same#1': approve, 'same#2': deny('no') });
    expect(process.bank.log).toEqual(['refund 2']);
    const { responses } = process.model.prompts[1]?.instructions.at(-1) as ToolResponseMessage;
    expect(responses.map(({ id }) => id)).toEqual(['', 'same', 'same']);
  });

  it('gives results of tools that return directly to the caller', async () => {
    const process = new TestProcess(scripted(asks(callOf('c1', 'print', { page: 'A' }))));
    const { turnId } = await process.suspend();
    const response = await process.client.resume(turnId, { c1: approve });
    expect(textOf(response)).toBe('"printed A"');
    expect(response.chatResponse?.result?.metadata.finishReason).toBe('returnDirect');
    expect(await process.repository.find(turnId)).toBeNull();
  });

  it('lets the model answer when a call that would return directly was declined', async () => {
    const process = new TestProcess(scripted(asks(callOf('c1', 'print', { page: 'A' })), says('as you wish')));
    const { turnId } = await process.suspend();
    expect(textOf(await process.client.resume(turnId, { c1: deny() }))).toBe('as you wish');
  });

  it('stores no tool context unless it is told to, and takes that of whoever resumes', async () => {
    const request = asks(callOf('c1', 'greet'));
    const first = new TestProcess(scripted(request), undefined, { approvals: { storedToolContext: ['locale'] } });
    const context = { user: 'a secret', locale: 'ko-KR' };
    const spec = first.client.prompt('Do it').toolContext(context);
    const { turnId } = suspended(await spec.call().chatClientResponse());
    expect(JSON.stringify(await first.repository.find(turnId))).not.toContain('a secret');
    const second = new TestProcess(scripted(says('done')), first.repository);
    await second.client.prompt().toolContext({ user: 'Kim' }).resume(turnId, { c1: approve });
    expect(shorthand(second.model.prompts[0]).at(-1)).toBe('T "hello Kim in ko-KR"');
  });

  it('refuses to store tool context that is no plain JSON, before anything runs', async () => {
    const process = new TestProcess(scripted(), undefined, { approvals: { storedToolContext: ['db'] } });
    const error = await rejection(process.client.prompt('Do it').toolContext({ db: new Map() }).call().content());
    expect(error.message).toMatch(
      /^toolContext\['db'\] is to be stored with suspended turns, but it is no plain JSON\./,
    );
    expect(process.model.prompts).toHaveLength(0);
  });

  it('restores the options of the turn and never attaches more tools than it had', async () => {
    const first = new TestProcess(scripted(asks(refund('c1', 10))));
    const options = ToolCallingChatOptions.builder().temperature(0.25).model('chosen').stopSequences(['END']);
    const { turnId } = suspended(await first.client.prompt('Do it').options(options).call().chatClientResponse());
    const second = new TestProcess(scripted(says('done')), first.repository);
    const extra = FunctionToolCallback.builder('extra', () => 'more')
      .inputType('object')
      .build();
    await second.client.prompt().tools(extra).resume(turnId, { c1: approve });
    const sent = second.model.prompts[0]?.options as ToolCallingChatOptions;
    expect([sent.temperature, sent.model, sent.stopSequences]).toEqual([0.25, 'chosen', ['END']]);
    expect(sent.toolCallbacks?.map(({ definition }) => definition.name).toSorted()).toEqual([
      'block',
      'greet',
      'lookUp',
      'print',
      'refund',
    ]);
  });

  it('names the tools that are missing where the turn is resumed, before anything is claimed', async () => {
    const first = new TestProcess(scripted(asks(refund('c1', 10))));
    const { turnId } = await first.suspend();
    const spec = first.client.prompt().onlyTools().resume(turnId, { c1: approve });
    expect((await rejection(spec)).message).toBe(
      `Turn '${turnId}' needs tools that this client does not have: refund. Attach them with prompt().tools(…).resume(…).`,
    );
    expect((await first.repository.find(turnId))?.version).toBe(0);
  });

  it('expires', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 10))), undefined, { approvals: { timeToLive: 20 } });
    const { turnId } = await process.suspend();
    await new Promise((resolve) => setTimeout(resolve, 40));
    const error = await rejection(process.client.resume(turnId, { c1: approve }));
    expect(error).toBeInstanceOf(PendingTurnNotFoundException);
    expect(error).toMatchObject({ code: 'PENDING_TURN_NOT_FOUND', turnId });
  });

  it('says what is wrong with decisions, and changes nothing', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 10))));
    const { turnId } = await process.suspend();
    const cases: readonly [unknown, string][] = [
      [{ c9: approve }, `decisions['c9'] names no call of turn '${turnId}', which has: c1`],
      [{ c1: 'yes' }, "decisions['c1'] must be a decision"],
      [{ c1: { type: 'maybe' } }, "decisions['c1'].type must be one of 'approve', 'deny', 'edit', 'report'"],
      [{ c1: { type: 'edit', arguments: [1] } }, "decisions['c1'].arguments must be an object"],
      [{ c1: { type: 'deny', reason: 7 } }, "decisions['c1'].reason must be a string"],
      [
        { c1: { type: 'approve', remember: 'always' } },
        "decisions['c1'].remember must be 'tool', 'arguments' or { arguments: {…} }",
      ],
      [
        { c1: { ...approve, remember: 'tool' } },
        `decisions['c1'].remember needs a conversation, and turn '${turnId}' has none`,
      ],
      [[], 'decisions must be an object of decisions by call id'],
    ];
    for (const [decisions, message] of cases) {
      expect((await rejection(process.client.resume(turnId, decisions as never))).message).toBe(message);
    }
    expect((await process.repository.find(turnId))?.version).toBe(0);
  });

  it('does not run before it is awaited', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done')));
    const { turnId } = await process.suspend();
    const spec = process.client.resume(turnId, { c1: approve });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(process.bank.log).toEqual([]);
    expect(await spec.content()).toBe('done');
    expect(await rejection(spec)).toBeInstanceOf(PendingTurnNotFoundException);
  });

  it('asks the handler of the request and of the client before it would wait', async () => {
    class Approving extends ToolApprovalHandler {
      readonly requests: ToolApprovalRequest[] = [];
      override decide(request: ToolApprovalRequest): ToolApprovalDecision {
        this.requests.push(request);
        return { approved: true };
      }
    }
    const handler = new Approving();
    const process = new TestProcess(scripted(asks(refund('c1', 10)), says('done')));
    const client = process.client.mutate().defaultToolApprovalHandler(handler).build();
    expect(await client.prompt('Do it').call().content()).toBe('done');
    expect(handler.requests.map(({ arguments: args }) => args)).toEqual(['{"amount":10}']);
    expect(process.bank.log).toEqual(['refund 10']);
  });
});

describe('decisions that hold for the conversation', () => {
  it('approve further calls of the tool, there only', async () => {
    const script = () =>
      scripted(asks([refund('c1', 1), refund('c2', 2)]), says('one'), asks(refund('c3', 3)), says('two'));
    const process = new TestProcess(script());
    const { turnId } = await process.suspend('talk');
    // The rule covers the other call that waits too.
    expect(textOf(await process.client.resume(turnId, { c1: { ...approve, remember: 'tool' } }))).toBe('one');
    expect(process.bank.log).toEqual(['refund 1', 'refund 2']);
    const later = new TestProcess(scripted(asks(refund('c3', 3)), says('two')), process.repository);
    const spec = later.client
      .prompt('More')
      .advisors((advisors) => advisors.param('chat_memory_conversation_id', 'talk'));
    expect(await spec.call().content()).toBe('two');
    expect(later.bank.log).toEqual(['refund 3']);
    const elsewhere = new TestProcess(scripted(asks(refund('c4', 4))), process.repository);
    expect((await elsewhere.suspend('other')).pendingApprovals).toHaveLength(1);
  });

  it('hold for equal arguments, or for some of their values', async () => {
    const process = new TestProcess(
      scripted(
        asks(callOf('c1', 'block', { card: 'A' })),
        says('one'),
        asks([callOf('c2', 'block', { card: 'A' }), callOf('c3', 'block', { card: 'B' })]),
      ),
    );
    const { turnId } = await process.suspend('talk');
    await process.client.resume(turnId, { c1: { ...approve, remember: 'arguments' } });
    const second = await process.suspend('talk');
    expect(second.pendingApprovals.map(({ callId }) => callId)).toEqual(['c3']);
    const rest = { c3: { ...deny('never B'), remember: { arguments: { card: 'B' } } } };
    const third = new TestProcess(
      scripted(says('two'), asks(callOf('c4', 'block', { card: 'B' })), says('three')),
      process.repository,
    );
    await third.client.resume(second.turnId, rest);
    const spec = third.client
      .prompt('More')
      .advisors((advisors) => advisors.param('chat_memory_conversation_id', 'talk'));
    expect(await spec.call().content()).toBe('three');
    expect(shorthand(third.model.prompts[2]).at(-1)).toBe('T The user declined this call: never B');
    expect(third.bank.log).toEqual([]);
  });

  it('tell numbers apart that JavaScript cannot', async () => {
    const pay = (id: string, account: string) => ({ ...callOf(id, 'block'), arguments: `{"card":${account}}` });
    for (const remember of ['arguments', { arguments: { card: Number('12345678901234567') } }] as const) {
      const process = new TestProcess(
        scripted(asks(pay('c1', '12345678901234567')), says('one'), asks(pay('c2', '12345678901234568'))),
      );
      const { turnId } = await process.suspend('talk');
      await process.client.resume(turnId, { c1: { ...deny(), remember } });
      expect((await process.suspend('talk')).pendingApprovals).toHaveLength(1);
    }
  });

  it('hold whatever the order of keys and the spelling', async () => {
    const process = new TestProcess(
      scripted(
        asks({ ...callOf('c1', 'refund'), arguments: '{"amount":1,"note":"x"}' }),
        says('one'),
        asks({ ...callOf('c2', 'refund'), arguments: '{ "note": "x", "amount": 1.0 }' }),
        says('two'),
      ),
    );
    const { turnId } = await process.suspend('talk');
    await process.client.resume(turnId, { c1: { ...deny('no'), remember: 'arguments' } });
    const spec = process.client
      .prompt('More')
      .advisors((advisors) => advisors.param('chat_memory_conversation_id', 'talk'));
    expect(await spec.call().content()).toBe('two');
  });

  it('are over when their time is', async () => {
    const process = new TestProcess(scripted(asks(refund('c1', 1)), says('one'), asks(refund('c2', 2))), undefined, {
      approvals: { rememberFor: 20 },
    });
    const { turnId } = await process.suspend('talk');
    await process.client.resume(turnId, { c1: { ...approve, remember: 'tool' } });
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect((await process.suspend('talk')).pendingApprovals).toHaveLength(1);
  });
});
