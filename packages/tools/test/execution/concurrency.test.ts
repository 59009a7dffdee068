import { getEventListeners, getMaxListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IllegalArgumentException, RecordingLogProvider } from '@toolwright/core';
import { Prompt, UserMessage } from '@toolwright/model';
import {
  Tool,
  ToolCallbacks,
  ToolCallingChatOptions,
  ToolCallingManager,
  ToolContext,
  ToolSignal,
  ToolTimeoutException,
} from '@toolwright/tools';
import fc from 'fast-check';
import { answerWith, callOf, rejection, respond, responsesOf, sleep, texts, tool } from './testTools.js';

/** Tools that note when they start and end. */
function trackedTools(durations: Readonly<Record<string, number>>, exclusive: readonly string[] = []) {
  const events: string[] = [];
  let running = 0;
  let most = 0;
  const tools = Object.entries(durations).map(([name, duration]) =>
    tool(
      name,
      async () => {
        events.push(`${name} starts`);
        most = Math.max(most, ++running);
        await sleep(duration);
        running--;
        events.push(`${name} ends`);
        return `${name} done`;
      },
      exclusive.includes(name) ? { attributes: { concurrency: 'exclusive' } } : {},
    ),
  );
  return { tools, events, mostAtOnce: () => most };
}

describe('several calls of one message', () => {
  it('[TX-01] run at the same time, and their responses keep the order of the calls', async () => {
    const { tools, events } = trackedTools({ a: 200, b: 200, c: 180 });
    const start = performance.now();
    const responses = await respond(tools, ['a', 'b', 'c']);
    expect(performance.now() - start).toBeLessThan(400);
    expect(texts(responses)).toEqual(['a done', 'b done', 'c done']);
    expect(events[3]).toBe('c ends');
  });

  it('[TX-01] run at most eight at a time by default, or as many as configured', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `tool${index}`);
    const durations = Object.fromEntries(names.map((name) => [name, 5]));
    const byDefault = trackedTools(durations);
    await respond(byDefault.tools, names);
    expect(byDefault.mostAtOnce()).toBe(8);
    const three = trackedTools(durations);
    const manager = ToolCallingManager.builder().executionConcurrency(3).build();
    expect(texts(await respond(three.tools, names, manager))).toEqual(names.map((name) => `${name} done`));
    expect(three.mostAtOnce()).toBe(3);
  });

  it('[TX-01] run one after the other with a concurrency of one', async () => {
    const { tools, events } = trackedTools({ a: 8, b: 1 });
    await respond(tools, ['a', 'b'], ToolCallingManager.builder().executionConcurrency(1).build());
    expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
  });

  it('[TX-01] wait for an exclusive tool, which waits for those before it', async () => {
    const { tools, events } = trackedTools({ a: 8, alone: 3, b: 4, c: 1 }, ['alone']);
    expect(texts(await respond(tools, ['a', 'b', 'alone', 'c', 'b']))).toEqual([
      'a done',
      'b done',
      'alone done',
      'c done',
      'b done',
    ]);
    expect(events).toEqual([
      'a starts',
      'b starts',
      'b ends',
      'a ends',
      'alone starts',
      'alone ends',
      'c starts',
      'b starts',
      'c ends',
      'b ends',
    ]);
  });

  it('[TM-26] give the same responses in the same order as running one after the other', async () => {
    const responsesWith = (concurrency: number) => {
      const { tools } = trackedTools({ a: 6, b: 1, c: 3 });
      const manager = ToolCallingManager.builder().executionConcurrency(concurrency).build();
      return respond(tools, [callOf('a', '{}', '1'), callOf('b', '{}', '2'), callOf('c', '{}', '3')], manager);
    };
    expect(await responsesWith(8)).toEqual(await responsesWith(1));
  });

  it('[TX-22] of fifty concurrent turns never mix', async () => {
    const manager = ToolCallingManager.builder().maxTotalToolCalls(5).onLimitExceeded('RETURN_ERROR_RESPONSE').build();
    const echo = tool('echo', async (input, context) => {
      const tenant = context?.require<string>('tenant');
      const before = (context?.turn.get('calls') as number | undefined) ?? 0;
      context?.turn.set('calls', before + 1);
      await sleep(Number(input) % 3);
      return `${tenant}:${input}:${context?.get('tenant') === tenant}`;
    });
    const toolCallbacks = Object.freeze([echo]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 50, maxLength: 50 }), async (sizes) => {
        const turns = sizes.map(async (size, tenant) => {
          const turn = new Map<string, unknown>();
          const options = ToolCallingChatOptions.builder()
            .toolCallbacks(toolCallbacks)
            .toolContext({ tenant: `t${tenant}` })
            .build();
          const calls = Array.from({ length: size }, (_, index) => callOf('echo', `${index}`, `${tenant}-${index}`));
          const prompt = new Prompt([new UserMessage(`turn ${tenant}`)], options);
          const result = await manager.executeToolCalls(prompt, answerWith(...calls), { turn });
          return { result, turn };
        });
        for (const [tenant, { result, turn }] of (await Promise.all(turns)).entries()) {
          const size = sizes[tenant]!;
          expect(result.conversationHistory[0]?.text).toBe(`turn ${tenant}`);
          expect(responsesOf(result).map(({ id, responseData }) => [id, responseData])).toEqual(
            Array.from({ length: size }, (_, index) => [
              `${tenant}-${index}`,
              index < 5
                ? `t${tenant}:${index}:true`
                : 'Total tool call limit (5) exceeded for this turn. No further tool calls are allowed.',
            ]),
          );
          expect(turn.get('calls')).toBe(Math.min(size, 5));
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe('a call that takes too long', () => {
  let logs: RecordingLogProvider;
  beforeEach(() => {
    logs = RecordingLogProvider.install();
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
    logs.uninstall();
  });

  const sleeper = (attributes: Readonly<Record<string, unknown>> = {}) => {
    const signals: AbortSignal[] = [];
    const slow = tool(
      'x',
      async (_input, context) => {
        signals.push(context!.signal);
        await sleep(10_000);
        return 'too late';
      },
      { attributes },
    );
    return { slow, signals };
  };

  it('[TX-02] is answered as timed out, and the other results are kept', async () => {
    const configured = ToolCallingManager.builder().executionTimeout(2000).build();
    const byDefault = ToolCallingManager.builder().build();
    for (const [manager, attributes] of [
      [configured, {}],
      [byDefault, { timeout: '2s' }],
      [byDefault, { timeout: 2000 }],
    ] as const) {
      const { slow, signals } = sleeper(attributes);
      const responses = respond([tool('quick'), slow], ['quick', 'x'], manager);
      await jest.advanceTimersByTimeAsync(1999);
      expect(signals[0]?.aborted).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect(await responses).toEqual([
        { id: 'id-quick', name: 'quick', responseData: 'Mission accomplished!' },
        {
          id: 'id-x',
          name: 'x',
          responseData: "Tool 'x' timed out after 2s",
          isError: true,
          error: { code: 'TOOL_TIMEOUT', phase: 'execute' },
        },
      ]);
      expect(signals[0]?.aborted).toBe(true);
      expect(signals[0]?.reason).toBeInstanceOf(ToolTimeoutException);
      expect(logs.messages('debug')).toEqual([]);
      await jest.advanceTimersByTimeAsync(8000);
      expect(logs.messages('debug')).toEqual(["Discarded the late result of tool 'x'"]);
      logs.uninstall();
      logs = RecordingLogProvider.install();
    }
  });

  it('has its own time, which goes before the configured one', async () => {
    const { slow } = sleeper({ timeout: '20s' });
    const responses = respond([slow], ['x'], ToolCallingManager.builder().executionTimeout(1000).build());
    await jest.advanceTimersByTimeAsync(10_000);
    expect(texts(await responses)).toEqual(['too late']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('needs no timer for a time that no timer can wait', async () => {
    const { slow } = sleeper({ timeout: '9000h' });
    const responses = respond([slow], ['x']);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(texts(await responses)).toEqual(['too late']);
  });

  it('ends with the request if that is given up first', async () => {
    const controller = new AbortController();
    const { slow, signals } = sleeper({ timeout: '5s' });
    const responses = rejection(respond([slow], ['x'], undefined, { signal: controller.signal }));
    await jest.advanceTimersByTimeAsync(100);
    controller.abort(new Error('gone'));
    expect(await responses).toEqual(new Error('gone'));
    expect(signals[0]?.reason).toEqual(new Error('gone'));
  });

  it('is refused before anything starts if its time makes no sense', async () => {
    for (const timeout of ['soon', '', -1, Number.NaN, {}]) {
      const other = tool('other');
      const error = await rejection<Error>(respond([other, sleeper({ timeout }).slow], ['other', 'x']));
      expect(error).toBeInstanceOf(IllegalArgumentException);
      expect(error.message).toMatch(/^Tool 'x': timeout must be a number of milliseconds above 0/);
      expect(other.inputs).toEqual([]);
    }
  });
});

describe('a request that is given up', () => {
  it('[TX-03] rejects at once, aborts what runs and starts nothing more', async () => {
    const controller = new AbortController();
    const aborted: string[] = [];
    const ignoring = (name: string) =>
      tool(name, async (_input, context) => {
        context?.signal.addEventListener('abort', () => aborted.push(name));
        await sleep(300);
        return 'late';
      });
    const [first, second, queued] = [ignoring('first'), ignoring('second'), tool('queued')];
    const exclusive = tool('exclusive', undefined, { attributes: { concurrency: 'exclusive' } });
    const manager = ToolCallingManager.builder().executionConcurrency(2).build();
    const prompt = new Prompt(
      [new UserMessage('Go')],
      ToolCallingChatOptions.builder().toolCallbacks([first, second, queued, exclusive]).build(),
    );
    const running = rejection(
      manager.executeToolCalls(prompt, answerWith('first', 'second', 'queued', 'exclusive'), {
        signal: controller.signal,
      }),
    );
    await sleep(20);
    const reason = new Error('the user left');
    const start = performance.now();
    controller.abort(reason);
    expect(await running).toBe(reason);
    expect(performance.now() - start).toBeLessThan(50);
    expect(aborted).toEqual(['first', 'second']);
    expect(prompt.instructions).toHaveLength(1);
    await sleep(350);
    expect(queued.inputs).toEqual([]);
    expect(exclusive.inputs).toEqual([]);
  });

  it('[TX-03] reaches a method by its parameter and by its context', async () => {
    const controller = new AbortController();
    const reason = new Error('the user left');
    const seen: unknown[] = [];
    class Waiting {
      @Tool()
      byParameter(signal: AbortSignal): Promise<string> {
        return this.#wait('parameter', signal);
      }
      @Tool({ timeout: '1m' })
      byMark(@ToolSignal() signal: unknown): Promise<string> {
        return this.#wait('mark', signal as AbortSignal);
      }
      @Tool()
      byContext(context: ToolContext): Promise<string> {
        return this.#wait('context', context.signal);
      }
      #wait(how: string, signal: AbortSignal): Promise<string> {
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            seen.push([how, signal.aborted, signal.reason]);
            reject(signal.reason as Error);
          });
        });
      }
    }
    const names = ['byParameter', 'byMark', 'byContext'];
    const running = rejection(
      respond(ToolCallbacks.from(new Waiting()), names, undefined, { signal: controller.signal }),
    );
    await sleep(5);
    controller.abort(reason);
    expect(await running).toBe(reason);
    expect(seen).toEqual(expect.arrayContaining(['parameter', 'mark', 'context'].map((how) => [how, true, reason])));
    expect(seen).toHaveLength(3);
  });

  it('[TX-03] rejects with the reason even if the tool ends because of the signal', async () => {
    const controller = new AbortController();
    const obedient = tool('obedient', async (_input, context) => {
      await new Promise((_resolve, reject) => {
        context?.signal.addEventListener('abort', () => reject(new Error('tool gave up')));
      });
      return 'never';
    });
    const processed: string[] = [];
    const manager = ToolCallingManager.builder()
      .toolExecutionExceptionProcessor({
        process: ({ message }) => {
          processed.push(message);
          return message;
        },
      })
      .build();
    const running = rejection(respond([obedient], ['obedient'], manager, { signal: controller.signal }));
    await sleep(1);
    controller.abort('enough');
    expect(await running).toBe('enough');
    await sleep(1);
    expect(processed).toEqual([]);
  });

  it('runs nothing if it was given up before', async () => {
    const never = tool('never');
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(respond([never], ['never'], undefined, { signal })).rejects.toThrow('too late');
    expect(never.inputs).toEqual([]);
  });

  it('does not wait for a resolver either, and starts nothing when that answers', async () => {
    const controller = new AbortController();
    const remote = tool('remote');
    const manager = ToolCallingManager.builder()
      .toolCallbackResolver({
        resolve: async () => {
          await sleep(30);
          return remote;
        },
      })
      .resolutionFallbackEnabled(true)
      .build();
    const running = rejection(respond([], ['remote'], manager, { signal: controller.signal }));
    controller.abort(new Error('gone'));
    expect(await running).toEqual(new Error('gone'));
    await sleep(50);
    expect(remote.inputs).toEqual([]);
  });

  it('may be listened to by any number of calls without a warning of a leak', async () => {
    const { signal } = new AbortController();
    const listeners: number[] = [];
    const names = Array.from({ length: 30 }, (_, index) => `tool${index}`);
    const tools = names.map((name) =>
      tool(
        name,
        async () => {
          await sleep(1);
          listeners.push(getEventListeners(signal, 'abort').length);
          return 'ok';
        },
        { attributes: { timeout: 1000 } },
      ),
    );
    await respond(tools, names, ToolCallingManager.builder().executionConcurrency(30).build(), { signal });
    expect(Math.max(...listeners)).toBe(31);
    expect(getMaxListeners(signal)).toBe(Infinity);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
