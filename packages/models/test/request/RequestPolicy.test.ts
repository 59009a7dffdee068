import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import { ModelRequestException, ModelTimeoutException, RequestPolicy } from '@toolwright/models';
import { retryAfterOf } from '../../dist/request/requestFailure.js';
import { retryDelay } from '../../dist/request/retryDelay.js';

const failure = (facts: object = {}) =>
  new ModelRequestException({
    model: 'stub 1',
    statusCode: 503,
    retryable: true,
    retryAfter: null,
    detail: 'Overloaded',
    attempts: 1,
    ...facts,
  });
const RETRY = { maxAttempts: 4, initialInterval: 100, multiplier: 3, maxInterval: 1_000 };

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

let log: RecordingLogProvider;
beforeEach(() => {
  log = RecordingLogProvider.install();
});
afterEach(() => {
  log.uninstall();
});

describe('the time before the next attempt', () => {
  it('grows up to the longest interval, of which a quarter is chance', () => {
    const delays = (random: number) =>
      [1, 2, 3, 4].map((attempt) => retryDelay(failure(), attempt, RETRY, () => random));
    expect(delays(0)).toEqual([100, 300, 900, 1_000]);
    expect(delays(1)).toEqual([75, 225, 675, 750]);
  });

  it('is what the provider asks for, unless that is too long', () => {
    expect(retryDelay(failure({ retryAfter: 1_000 }), 1, RETRY)).toBe(1_000);
    expect(retryDelay(failure({ retryAfter: 1_001 }), 1, RETRY)).toBeNull();
  });

  it('does not exist for failures that do not pass', () => {
    expect(retryDelay(failure({ retryable: false }), 1, RETRY)).toBeNull();
    expect(retryDelay(new Error('a bug'), 1, RETRY)).toBeNull();
  });

  it.each([
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' }, 50_000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:01 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-1' }, null],
    [{ 'retry-after': '' }, null],
    [{ 'retry-after-ms': '-1' }, null],
    [{}, null],
  ])('is read from %j', (headers, expected) => {
    expect(retryAfterOf(headers as Record<string, string>, () => 10_000)).toBe(expected);
  });
});

describe('RequestPolicy', () => {
  it('tries again and says so', async () => {
    const policy = new RequestPolicy({ retry: { maxAttempts: 3, initialInterval: 0 } });
    let attempts = 0;
    const answer = await policy.run('stub 1', async () => {
      attempts++;
      if (attempts < 3) throw failure();
      return 'done';
    });
    expect(answer).toBe('done');
    expect(log.messages('warn')).toEqual(
      Array(2).fill('The request to stub 1 failed with status 503: Overloaded. Trying again in 0 ms.'),
    );
  });

  it('passes what is no failure of a request on at once', async () => {
    const policy = new RequestPolicy({ retry: { initialInterval: 0 } });
    const bug = new RangeError('a bug');
    let attempts = 0;
    const running = policy.run('stub 1', async () => {
      attempts++;
      throw bug;
    });
    await expect(running).rejects.toBe(bug);
    expect(attempts).toBe(1);
  });

  it('waits no longer than the caller does', async () => {
    const policy = new RequestPolicy({ retry: { initialInterval: 1_000_000, maxInterval: 1_000_000 } });
    const controller = new AbortController();
    const reason = new Error('the caller left');
    const running = policy.run(
      'stub 1',
      async () => {
        setTimeout(() => {
          controller.abort(reason);
        }, 1);
        throw failure();
      },
      controller.signal,
    );
    await expect(running).rejects.toBe(reason);
  });

  it('takes times that no timer can keep as no limit', async () => {
    const policy = new RequestPolicy({ timeout: Infinity, streamIdleTimeout: 2 ** 31 });
    const late = async <T>(value: T): Promise<T> => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return value;
    };
    expect(await policy.run('stub 1', () => late('done'))).toBe('done');
    const parts = new ReadableStream<string>({
      start: async (controller) => {
        controller.enqueue(await late('a'));
        controller.close();
      },
    });
    expect(await collected(policy.stream('stub 1', () => late(parts)))).toEqual(['a']);
  });

  it('does not send a request whose caller has left already', async () => {
    const reason = new Error('the caller left');
    let sent = 0;
    const policy = new RequestPolicy();
    const send = async () => {
      sent++;
      return new ReadableStream();
    };
    await expect(policy.run('stub 1', send, AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(collected(policy.stream('stub 1', send, AbortSignal.abort(reason)))).rejects.toBe(reason);
    expect(sent).toBe(0);
  });

  it('ends an attempt that takes too long, whatever the provider then throws', async () => {
    const policy = new RequestPolicy({ timeout: 5 });
    const running = policy.run(
      'stub 1',
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('something else'));
          });
        }),
    );
    await expect(running).rejects.toThrow(new ModelTimeoutException('stub 1', 5, 'response'));
    await expect(running).rejects.toThrow('stub 1 did not answer within 5 ms.');
  });

  it('ends with the caller, also if the provider does not listen, and closes what opens too late', async () => {
    const policy = new RequestPolicy();
    const controller = new AbortController();
    const reason = new Error('the caller left');
    let cancelled = false;
    let open: ((stream: ReadableStream<string>) => void) | undefined;
    const call = policy.run('stub 1', () => new Promise<string>(() => undefined), controller.signal);
    const opening = new Promise<ReadableStream<string>>((resolve) => {
      open = resolve;
    });
    const stream = collected(policy.stream('stub 1', () => opening, controller.signal));
    await new Promise((resolve) => setImmediate(resolve));
    const failed = Promise.all([expect(call).rejects.toBe(reason), expect(stream).rejects.toBe(reason)]);
    controller.abort(reason);
    await failed;
    open?.(
      new ReadableStream({
        cancel: () => {
          cancelled = true;
        },
      }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(true);
  });

  it('ends a stream that falls silent, also if the provider does not listen', async () => {
    const policy = new RequestPolicy({ streamIdleTimeout: 5 });
    let cancelled = false;
    const silent = new ReadableStream<string>({
      start: (controller) => {
        controller.enqueue('a');
      },
      cancel: () => {
        cancelled = true;
      },
    });
    await expect(collected(policy.stream('stub 1', async () => silent))).rejects.toThrow(
      'stub 1 sent no further part of its answer within 5 ms.',
    );
    expect(cancelled).toBe(true);
  });

  it('opens a stream again until it has handed something out', async () => {
    const policy = new RequestPolicy({ retry: { initialInterval: 0 }, concurrency: 1 });
    const cancelled: number[] = [];
    let opened = 0;
    const open = async () => {
      const attempt = ++opened;
      return new ReadableStream<string>({
        start: (controller) => {
          controller.enqueue('nothing');
          controller.enqueue(attempt < 3 ? 'failure' : 'a');
          controller.enqueue('failure');
        },
        // Like a stream that was split, it never says that it is closed.
        cancel: () => {
          cancelled.push(attempt);
          return new Promise<void>(() => undefined);
        },
      });
    };
    const read = (part: string) => {
      if (part === 'failure') throw failure();
      return part === 'nothing' ? undefined : part;
    };
    const items: string[] = [];
    const running = (async () => {
      for await (const item of policy.stream('stub 1', open, undefined, read)) items.push(item);
    })();
    await expect(running).rejects.toThrow('The request to stub 1 failed with status 503: Overloaded.');
    expect([items, opened, cancelled]).toEqual([['a'], 3, [1, 2, 3]]);
  });

  it('waits for another attempt at a stream no longer than the caller does, and lets others in meanwhile', async () => {
    const policy = new RequestPolicy({
      retry: { initialInterval: 1_000_000, maxInterval: 1_000_000 },
      concurrency: 1,
    });
    const controller = new AbortController();
    const reason = new Error('the caller left');
    const open = async () => Promise.reject<ReadableStream<string>>(failure());
    const running = expect(collected(policy.stream('stub 1', open, controller.signal))).rejects.toBe(reason);
    expect(await policy.run('stub 1', async () => 'next')).toBe('next');
    controller.abort(reason);
    await running;
  });

  it('gives the consumer of a stream all the time it wants', async () => {
    const policy = new RequestPolicy({ streamIdleTimeout: 20 });
    const items: string[] = [];
    for await (const item of policy.stream('stub 1', async () => ReadableStream.from(['a', 'b']))) {
      items.push(item);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(items).toEqual(['a', 'b']);
  });

  it('lets so many requests run at a time, streams to their end', async () => {
    const policy = new RequestPolicy({ concurrency: 2 });
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
    };
    const stream = () =>
      new ReadableStream<number>({
        start: () => {
          most = Math.max(most, ++running);
        },
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          running--;
          controller.close();
        },
      });
    await Promise.all([
      ...Array.from({ length: 5 }, () => policy.run('stub 1', work)),
      ...Array.from({ length: 5 }, () => collected(policy.stream('stub 1', async () => stream()))),
    ]);
    expect([most, running]).toEqual([2, 0]);
  });

  it('forgets a waiting request whose caller leaves, and goes on with the next', async () => {
    const policy = new RequestPolicy({ concurrency: 1 });
    let finish: (() => void) | undefined;
    const first = policy.run(
      'stub 1',
      () =>
        new Promise<string>(
          (resolve) =>
            (finish = () => {
              resolve('first');
            }),
        ),
    );
    const controller = new AbortController();
    const second = policy.run('stub 1', async () => 'second', controller.signal);
    const third = policy.run('stub 1', async () => 'third');
    const left = expect(second).rejects.toThrow('left');
    controller.abort(new Error('left'));
    await left;
    finish?.();
    expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  });

  it('lets the next one in when the reader of a stream stops early', async () => {
    const policy = new RequestPolicy({ concurrency: 1 });
    for await (const _item of policy.stream('stub 1', async () => ReadableStream.from(['a', 'b']))) break;
    expect(await policy.run('stub 1', async () => 'next')).toBe('next');
  });

  it.each([
    [{ retry: { maxAttempts: 0 } }, 'maxAttempts must be at least 1'],
    [{ retry: { multiplier: 0.5 } }, 'multiplier must be at least 1'],
    [{ retry: { initialInterval: -1 } }, 'intervals must not be negative'],
    [{ timeout: -1 }, 'timeouts must not be negative'],
    [{ concurrency: -1 }, 'concurrency must not be negative'],
  ])('refuses %j', (options, message) => {
    expect(() => new RequestPolicy(options)).toThrow(message);
  });
});

describe('ModelRequestException', () => {
  it('says what happened in one line, and not what was sent', () => {
    const cause = new Error('raw');
    const error = new ModelRequestException(
      { ...failure().failure, attempts: 3, detail: `Too\nmany ${'x'.repeat(600)}`, advice: 'Wait.' },
      { cause },
    );
    expect(error.message).toMatch(
      /^The request to stub 1 failed with status 503 \(3 attempts\): Too many x+…\. Wait\.$/,
    );
    expect(error.message.length).toBeLessThan(600);
    expect(error.with({ attempts: 4 })).toMatchObject({ attempts: 4, statusCode: 503, cause });
  });
});
