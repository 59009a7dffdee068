import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException } from '@toolwright/core';
import {
  FatalToolError,
  Tool,
  type ToolCallback,
  ToolCallbacks,
  type ToolCallErrorEvent,
  ToolCallingManager,
  ToolCallListener,
  type ToolCallSuccessEvent,
  ToolMetadata,
  ToolUserError,
} from '@toolwright/tools';
import { callOf, rejection, respond, sleep, texts, tool, type ToolBody } from './testTools.js';

function retrying(body: ToolBody, options: Record<string, unknown> = {}): ReturnType<typeof tool> {
  return tool('flaky', body, { attributes: { idempotent: true, retry: { attempts: 3, backoff: 5 }, ...options } });
}

class Recorder extends ToolCallListener {
  readonly events: string[] = [];

  override onStart(): void {
    this.events.push('start');
  }

  override onSuccess({ attempts }: ToolCallSuccessEvent): void {
    this.events.push(`success ${attempts}`);
  }

  override onError({ attempts }: ToolCallErrorEvent): void {
    this.events.push(`error ${attempts}`);
  }
}

describe('a tool with a retry', () => {
  it('[RT-01] runs again until it succeeds, as one call', async () => {
    class Flaky {
      runs = 0;

      @Tool({ idempotent: true, retry: { attempts: 3, backoff: '5ms' } })
      lookup(): string {
        this.runs++;
        if (this.runs < 3) throw new Error('try again');
        return `run ${this.runs}`;
      }
    }
    const recorder = new Recorder();
    const flaky = new Flaky();
    const manager = ToolCallingManager.builder().toolCallListeners(recorder).build();
    const callbacks: readonly ToolCallback[] = ToolCallbacks.from(flaky);
    expect(callbacks[0]?.metadata.attributes).toEqual({ idempotent: true, retry: { attempts: 3, backoff: 5 } });
    expect(texts(await respond(callbacks, ['lookup'], manager))).toEqual(['"run 3"']);
    expect(recorder.events).toEqual(['start', 'success 3']);
  });

  it('[RT-01] fails with the last failure when all attempts did', async () => {
    const recorder = new Recorder();
    let runs = 0;
    const failing = retrying(() => Promise.reject(new Error(`failure ${++runs}`)));
    const manager = ToolCallingManager.builder().toolCallListeners(recorder).build();
    expect(texts(await respond([failing], ['flaky'], manager))).toEqual(['failure 3']);
    expect(recorder.events).toEqual(['start', 'error 3']);
  });

  it('[RT-02] must be marked idempotent', () => {
    const message =
      'retry is only for tools marked idempotent: a call that failed may have done its work, and would do it twice. ' +
      'Add idempotent: true if repeating it is harmless, or remove retry.';
    class Payments {
      @Tool({ retry: { attempts: 3 } })
      pay(): void {}
    }
    expect(() => ToolCallbacks.from(new Payments())).toThrow(new IllegalArgumentException(message));
    const attributes = { idempotent: true, retry: { attempts: 0 } };
    expect(() => ToolMetadata.builder().attributes(attributes).build()).toThrow(
      new IllegalArgumentException('retry.attempts must be a whole number of at least 1, but is 0'),
    );
  });

  it.each([
    ['an error for the model', () => new ToolUserError('No order 1043')],
    ['a fatal error', () => new FatalToolError('stop')],
    ['an abort', () => new DOMException('gone', 'AbortError')],
  ])('[RT-03] does not run again after %s', async (_what, make) => {
    const once = retrying(() => Promise.reject(make()));
    await respond([once], ['flaky']).catch(() => undefined);
    expect(once.inputs).toHaveLength(1);
  });

  it('[RT-03] does not run again after an argument error or once the signal has fired', async () => {
    class Strict {
      @Tool({ idempotent: true, retry: { attempts: 3, backoff: 1 } })
      lookup(city: string): string {
        return city;
      }
    }
    const recorder = new Recorder();
    const manager = ToolCallingManager.builder().toolCallListeners(recorder).build();
    await respond(ToolCallbacks.from(new Strict()), ['lookup'], manager);
    expect(recorder.events).toEqual(['start', 'error 1']);
    const controller = new AbortController();
    const reason = new Error('gone');
    const aborted = retrying(() => {
      controller.abort(reason);
      return Promise.reject(new Error('failed'));
    });
    expect(await rejection(respond([aborted], ['flaky'], undefined, { signal: controller.signal }))).toBe(reason);
    await sleep(30);
    expect(aborted.inputs).toHaveLength(1);
  });

  it('[RT-04] has its whole timeout for each attempt', async () => {
    const slow = retrying(() => sleep(500).then(() => 'late'), { timeout: 40 });
    const started = performance.now();
    expect(texts(await respond([slow], ['flaky']))).toEqual(["Tool 'flaky' timed out after 40ms"]);
    expect(slow.inputs).toHaveLength(3);
    expect(performance.now() - started).toBeGreaterThanOrEqual(115);
  });

  it('[RT-04] ends when the turn does', async () => {
    const slow = retrying(() => sleep(1000).then(() => 'late'), { timeout: 200 });
    const signal = AbortSignal.timeout(50);
    const error = await rejection<Error>(respond([slow], ['flaky'], undefined, { signal }));
    expect(error.name).toBe('TimeoutError');
    await sleep(250);
    expect(slow.inputs).toHaveLength(1);
  });
});

describe('a tool with a concurrency key', () => {
  it('[RT-05] runs calls of one key one after the other, and others beside them, in all turns', async () => {
    const log: string[] = [];
    class Accounts {
      @Tool({ concurrency: (args) => args['accountId'] })
      async book(accountId: string, step: string): Promise<string> {
        log.push(`start ${accountId} ${step}`);
        await sleep(20);
        log.push(`end ${accountId} ${step}`);
        return step;
      }
    }
    const callbacks = ToolCallbacks.from(new Accounts());
    const book = (accountId: string, step: string) => callOf('book', JSON.stringify({ accountId, step }), step);
    const [first, second] = await Promise.all([
      respond(callbacks, [book('a', '1'), book('a', '2'), book('b', '3')]),
      respond(callbacks, [book('a', '4')]),
    ]);
    expect([...texts(first), ...texts(second)]).toEqual(['1', '2', '3', '4']);
    expect(log.filter((line) => line.includes(' a '))).toEqual([
      'start a 1',
      'end a 1',
      'start a 2',
      'end a 2',
      'start a 4',
      'end a 4',
    ]);
    expect(log.indexOf('start b 3')).toBeLessThan(log.indexOf('end a 1'));
  });

  it('[RT-05] reads arguments as the tool does: empty ones, and those in a code fence', async () => {
    const keys: unknown[] = [];
    const log: string[] = [];
    class Accounts {
      @Tool({
        concurrency: (args) => {
          keys.push(args);
          return args['accountId'] ?? 'none';
        },
      })
      async book(accountId = 'none'): Promise<string> {
        log.push(`start ${accountId}`);
        await sleep(5);
        log.push(`end ${accountId}`);
        return accountId;
      }
    }
    const inputs = [
      '',
      '  ',
      'null',
      '""',
      '{}',
      '```json\n{"accountId":"none"}\n```',
      '{"accountId":"none"}<|end|>',
      '[1]',
    ];
    const calls = inputs.map((input, index) => callOf('book', input, String(index)));
    const answers = texts(await respond(ToolCallbacks.from(new Accounts()), calls));
    expect(answers).toEqual([...Array(7).fill('"none"'), 'arguments must be a JSON object']);
    expect(keys).toEqual([{}, {}, {}, {}, {}, { accountId: 'none' }, { accountId: 'none' }]);
    expect(log).toEqual(Array(7).fill(['start none', 'end none']).flat());
  });

  it('goes on after a failure, and does not start what was aborted while it waited', async () => {
    const gate = { attributes: { concurrency: () => 'one' } };
    const broken = tool('broken', () => sleep(10).then(() => Promise.reject(new Error('broken'))), gate);
    expect(texts(await respond([broken], [callOf('broken', '{}', '1'), callOf('broken', '{}', '2')]))).toEqual([
      'broken',
      'broken',
    ]);
    const slow = tool('slow', () => sleep(40).then(() => 'slow'), gate);
    const controller = new AbortController();
    const waiting = respond([slow], [callOf('slow', '{}', '1'), callOf('slow', '{}', '2')], undefined, {
      signal: controller.signal,
    });
    setTimeout(() => {
      controller.abort(new Error('gone'));
    }, 10);
    expect((await rejection<Error>(waiting)).message).toBe('gone');
    await sleep(60);
    expect(slow.inputs).toHaveLength(1);
  });

  it('fails by itself if its arguments cannot be read or the key cannot be told', async () => {
    class Accounts {
      @Tool({ concurrency: (args) => (args['account'] as { id: string }).id })
      book(account: string): string {
        return account;
      }
    }
    const callbacks = ToolCallbacks.from(new Accounts());
    const [malformed, missing] = texts(
      await respond(callbacks, [callOf('book', '{"a":', '1'), callOf('book', '{}', '2')]),
    );
    expect(malformed).toContain("Arguments of tool 'book' are not valid JSON");
    expect(missing).toContain("Cannot read properties of undefined (reading 'id')");
  });
});
