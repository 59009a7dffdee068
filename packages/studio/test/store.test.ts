import { describe, expect, it } from '@jest/globals';
import { InMemoryTurnStore, type RecordedTurn } from '@toolwright/studio';

let made = 0;

function turn(values: Partial<RecordedTurn> = {}): RecordedTurn {
  return {
    id: `turn-${++made}`,
    conversationId: null,
    parentTurnId: null,
    childTurnIds: [],
    streaming: false,
    startedAt: made,
    question: { text: '', length: 0 },
    status: 'completed',
    activeTime: 0,
    runningSince: null,
    rounds: [],
    sent: [],
    answer: null,
    finishReason: null,
    usage: null,
    failure: null,
    limits: null,
    breaches: [],
    suspendedTurnId: null,
    pending: [],
    resumption: null,
    toolsElsewhere: null,
    size: 100,
    ...values,
  };
}

function idsIn(store: InMemoryTurnStore): readonly string[] {
  return store.page({ limit: 1000 }).items.map(({ id }) => id);
}

describe('the turns in memory', () => {
  it('are bounded in number', () => {
    const store = new InMemoryTurnStore({ maxTurns: 2 });
    const turns = [turn(), turn(), turn()];
    for (const each of turns) store.add(each);
    expect(idsIn(store)).toEqual([turns[2]?.id, turns[1]?.id]);
    expect([store.size, store.find(turns[0]?.id ?? '')]).toEqual([2, undefined]);
  });

  it('are bounded in size, also while they grow', () => {
    const store = new InMemoryTurnStore({ maxSize: 1000 });
    const turns = [turn(), turn(), turn()];
    for (const each of turns) store.add(each);
    const last = turns[2] as RecordedTurn;
    last.size = 850;
    store.changed(last);
    expect([idsIn(store), store.bytes]).toEqual([[last.id, turns[1]?.id], 950]);
    last.size = 5000;
    store.changed(last);
    expect([idsIn(store), store.bytes]).toEqual([[last.id], 5000]);
  });

  it('forget those that have ended before those that run or wait', () => {
    const store = new InMemoryTurnStore({ maxTurns: 3 });
    const running = turn({ status: 'running' });
    const waiting = turn({ status: 'waiting' });
    const ended = turn();
    for (const each of [running, waiting, ended]) store.add(each);
    const next = turn({ status: 'running' });
    store.add(next);
    expect(idsIn(store)).toEqual([next.id, waiting.id, running.id]);
    const another = turn({ status: 'running' });
    store.add(another);
    expect(idsIn(store)).toEqual([another.id, next.id, waiting.id]);
  });

  it('are found by the id under which they wait, as long as they do', () => {
    const store = new InMemoryTurnStore({ maxTurns: 1 });
    const waiting = turn();
    store.add(waiting);
    waiting.suspendedTurnId = 'pending-1';
    store.changed(waiting);
    expect(store.findSuspended('pending-1')).toBe(waiting);
    waiting.suspendedTurnId = 'pending-2';
    store.changed(waiting);
    expect([store.findSuspended('pending-1'), store.findSuspended('pending-2')]).toEqual([undefined, waiting]);
    store.add(turn());
    expect(store.findSuspended('pending-2')).toBeUndefined();
  });

  it('have pages that do not shift when turns come and go', () => {
    const store = new InMemoryTurnStore({ maxTurns: 5 });
    const turns = Array.from({ length: 5 }, () => turn());
    for (const each of turns) store.add(each);
    const first = store.page({ limit: 2 });
    expect(first.items.map(({ id }) => id)).toEqual([turns[4]?.id, turns[3]?.id]);
    store.add(turn());
    const second = store.page({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ id }) => id)).toEqual([turns[2]?.id, turns[1]?.id]);
    expect(second.nextCursor).toBeNull();
    expect(store.page({ limit: 2, conversationId: 'unknown' })).toEqual({ items: [], nextCursor: null, total: 0 });
  });

  it('forget conversations with their last turn', () => {
    const store = new InMemoryTurnStore({ maxTurns: 2 });
    for (const conversationId of ['a', 'b', 'a', 'c']) store.add(turn({ conversationId }));
    const { items, total } = store.conversations({ limit: 10 });
    expect(items.map(({ conversationId, turns }) => [conversationId, turns])).toEqual([
      ['c', 1],
      ['a', 1],
    ]);
    expect(total).toBe(2);
  });

  it('are refused bounds that leave no room', () => {
    expect(() => new InMemoryTurnStore({ maxTurns: 0 })).toThrow('maxTurns must be greater than 0');
    expect(() => new InMemoryTurnStore({ maxSize: 0 })).toThrow('maxSize must be greater than 0');
  });
});
