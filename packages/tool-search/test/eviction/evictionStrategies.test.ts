import {
  AlwaysEvictStrategy,
  CompositeEvictionStrategy,
  LruEvictionStrategy,
  NeverEvictStrategy,
  type ToolIndexEvictionStrategy,
  TtlEvictionStrategy,
} from '@toolwright/tool-search';
import { IllegalArgumentException } from '@toolwright/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

let now = 0;
const clock = (): number => now;

beforeEach(() => {
  now = 1_000;
});

/** What each access in turn evicts. */
function evictions(strategy: ToolIndexEvictionStrategy, ...sessionIds: readonly string[]): string[][] {
  return sessionIds.map((sessionId) => [...strategy.onAccess(sessionId)]);
}

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('NeverEvictStrategy and AlwaysEvictStrategy', () => {
  it('[EV-01a] never evicts', () => {
    const strategy = NeverEvictStrategy.INSTANCE;
    expect(evictions(strategy, 'a', 'b', 'a')).toEqual([[], [], []]);
    strategy.onRemoved('a');
    expect(evictions(strategy, 'a')).toEqual([[]]);
  });

  it('[EV-01b] always evicts the accessed session', () => {
    const strategy = AlwaysEvictStrategy.INSTANCE;
    expect(evictions(strategy, 'session-1', 'session-2', 'session-1')).toEqual([
      ['session-1'],
      ['session-2'],
      ['session-1'],
    ]);
    strategy.onRemoved('session-1');
    expect(evictions(strategy, 'session-1')).toEqual([['session-1']]);
  });

  it('[EV-01c] is the only one to evict the accessed session', () => {
    const access = fc.record({ sessionId: fc.constantFrom('a', 'b', 'c', 'd'), wait: fc.nat(120) });
    fc.assert(
      fc.property(fc.array(access), fc.integer({ min: 1, max: 3 }), (accesses, maxSessions) => {
        const strategies = [
          NeverEvictStrategy.INSTANCE,
          new LruEvictionStrategy(maxSessions),
          new TtlEvictionStrategy(50, { clock }),
          new CompositeEvictionStrategy(new LruEvictionStrategy(maxSessions), new TtlEvictionStrategy(50, { clock })),
        ];
        for (const { sessionId, wait } of accesses) {
          now += wait;
          for (const strategy of strategies) expect(strategy.onAccess(sessionId).has(sessionId)).toBe(false);
        }
      }),
    );
  });
});

describe('LruEvictionStrategy', () => {
  it('[EV-02a] keeps as many sessions as it may', () => {
    expect(evictions(new LruEvictionStrategy(3), 'a', 'b', 'c')).toEqual([[], [], []]);
  });

  it('[EV-02b] evicts the oldest session', () => {
    expect(evictions(new LruEvictionStrategy(2), 'a', 'b', 'c')).toEqual([[], [], ['a']]);
  });

  it('[EV-02c] counts age from the last access', () => {
    expect(evictions(new LruEvictionStrategy(2), 'a', 'b', 'a', 'c')).toEqual([[], [], [], ['b']]);
  });

  it('[EV-02d] keeps the only session', () => {
    expect(evictions(new LruEvictionStrategy(1), 'a', 'a')).toEqual([[], []]);
  });

  it('[EV-02e] forgets a removed session', () => {
    const strategy = new LruEvictionStrategy(2);
    strategy.onAccess('a');
    strategy.onAccess('b');
    strategy.onRemoved('a');
    expect(evictions(strategy, 'c', 'd')).toEqual([[], ['b']]);
  });

  it.each([0, -1])('[EV-03a] refuses %d sessions', (maxSessions) => {
    const error = thrownBy(() => new LruEvictionStrategy(maxSessions));
    expect(error).toBeInstanceOf(IllegalArgumentException);
    expect((error as Error).message).toBe('maxSessions must be positive');
  });
});

describe('TtlEvictionStrategy', () => {
  it.each([0, -1, '0s', '-5m'])('[EV-03b] refuses the time %p', (ttl) => {
    const error = thrownBy(() => new TtlEvictionStrategy(ttl));
    expect(error).toBeInstanceOf(IllegalArgumentException);
    expect((error as Error).message).toBe('ttl must be positive');
  });

  it('[EV-03b] refuses a missing time', () => {
    expect(thrownBy(() => new TtlEvictionStrategy(null as never))).toMatchObject({ message: 'ttl must not be null' });
  });

  it('[EV-04a] keeps a session that was used just now', () => {
    expect(evictions(new TtlEvictionStrategy('10m', { clock }), 'a', 'b')).toEqual([[], []]);
  });

  it('[EV-04b] evicts a session that was idle for the time or longer', () => {
    const strategy = new TtlEvictionStrategy(50, { clock });
    strategy.onAccess('a');
    now += 60;
    expect(evictions(strategy, 'b')).toEqual([['a']]);
    now += 49;
    expect(evictions(strategy, 'c')).toEqual([[]]);
    now += 1;
    expect(evictions(strategy, 'd')).toEqual([['b']]);
  });

  it('[EV-04c] keeps the session that is used after its time', () => {
    const strategy = new TtlEvictionStrategy(50, { clock });
    strategy.onAccess('a');
    now += 60;
    expect(evictions(strategy, 'a')).toEqual([[]]);
  });

  it('[EV-05] forgets a removed session', () => {
    const strategy = new TtlEvictionStrategy(50, { clock });
    strategy.onAccess('a');
    strategy.onRemoved('a');
    now += 60;
    expect(evictions(strategy, 'b')).toEqual([[]]);
  });

  it('[EV-06] evicts nothing until the next access, of any session, and then all that expired', () => {
    const strategy = new TtlEvictionStrategy(50, { clock });
    evictions(strategy, 'a', 'b');
    now += 10_000;
    expect(evictions(strategy, 'c')).toEqual([['a', 'b']]);
  });

  it('[EV-08] takes a text or milliseconds', () => {
    const given = ['30m', '500ms', '30s', '2h', '1d', 1_500] as const;
    expect(given.map((ttl) => new TtlEvictionStrategy(ttl).ttl)).toEqual([
      1_800_000, 500, 30_000, 7_200_000, 86_400_000, 1_500,
    ]);
  });

  it('[EV-08] reads the time from the given clock only', () => {
    const strategy = new TtlEvictionStrategy('30m', { clock });
    strategy.onAccess('a');
    now += 29 * 60_000;
    expect(evictions(strategy, 'b')).toEqual([[]]);
    now += 60_000;
    expect(evictions(strategy, 'b')).toEqual([['a']]);
  });

  it('has a clock of its own', async () => {
    const strategy = new TtlEvictionStrategy(1);
    strategy.onAccess('a');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(evictions(strategy, 'b')).toEqual([['a']]);
  });

  it.each(['soon', '', ' '])('names the text %p that is no duration', (ttl) => {
    expect(thrownBy(() => new TtlEvictionStrategy(ttl))).toMatchObject({
      name: 'IllegalArgumentException',
      message: `ttl is no duration: '${ttl}'. Write for example 500ms, 30s, 30m, 2h or 1d.`,
    });
  });
});

describe('CompositeEvictionStrategy', () => {
  it('[EV-03c] needs a strategy', () => {
    const error = thrownBy(() => new CompositeEvictionStrategy());
    expect(error).toBeInstanceOf(IllegalArgumentException);
    expect((error as Error).message).toBe('at least one strategy is required');
  });

  it('[EV-07a] evicts what one of them evicts', () => {
    const strategy = new CompositeEvictionStrategy(
      new LruEvictionStrategy(1),
      new TtlEvictionStrategy('10m', { clock }),
    );
    expect(evictions(strategy, 'a', 'b')).toEqual([[], ['a']]);
  });

  it('[EV-07b] lets all of them forget a removed session', () => {
    const strategy = new CompositeEvictionStrategy(new LruEvictionStrategy(2), new TtlEvictionStrategy(50, { clock }));
    strategy.onAccess('a');
    strategy.onRemoved('a');
    now += 60;
    expect(evictions(strategy, 'b')).toEqual([[]]);
  });

  it('[EV-07c] evicts the accessed session if one of them does', () => {
    const strategy = new CompositeEvictionStrategy(AlwaysEvictStrategy.INSTANCE, new LruEvictionStrategy(10));
    expect(evictions(strategy, 'a')).toEqual([['a']]);
  });

  it('[EV-07d] evicts nothing if none of them does', () => {
    expect(evictions(new CompositeEvictionStrategy(NeverEvictStrategy.INSTANCE), 'a', 'b')).toEqual([[], []]);
  });
});
