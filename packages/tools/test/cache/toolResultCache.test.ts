import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException } from '@toolwright/core';
import { Prompt, UserMessage } from '@toolwright/model';
import {
  Tool,
  type ToolCallback,
  ToolCallbacks,
  ToolCallingChatOptions,
  ToolCallingManager,
  ToolCallListener,
  type ToolCallSuccessEvent,
  ToolMetadata,
  ToolUserError,
} from '@toolwright/tools';
import { answerWith, callOf, rejection, respond, responsesOf, sleep, texts, tool } from '../execution/testTools.js';

function cached(
  name: string,
  body?: Parameters<typeof tool>[1],
  cache: object = { ttl: '1m' },
): ReturnType<typeof tool> {
  return tool(name, body, { attributes: { idempotent: true, cache } });
}

/** A tool that answers with the number of its run. */
function counting(cache?: object): ReturnType<typeof tool> {
  let runs = 0;
  return cached('count', () => `run ${++runs}`, cache);
}

/** Runs one call with a tool context, and returns its text. */
async function callIn(
  manager: ToolCallingManager,
  callback: ToolCallback,
  toolContext: Readonly<Record<string, unknown>>,
  args = '{}',
): Promise<string | undefined> {
  const options = ToolCallingChatOptions.builder().toolCallbacks([callback]).toolContext(toolContext).build();
  const prompt = new Prompt([new UserMessage('Go')], options);
  return texts(
    responsesOf(await manager.executeToolCalls(prompt, answerWith(callOf(callback.definition.name, args)))),
  )[0];
}

class Recorder extends ToolCallListener {
  readonly events: string[] = [];

  override onSuccess({ attempts, cached: isCached, result }: ToolCallSuccessEvent): void {
    this.events.push(`${result} ${attempts} ${String(isCached)}`);
  }
}

describe('a tool with a cache', () => {
  it('[RT-06] does not run again for arguments that mean the same', async () => {
    class Weather {
      runs = 0;

      @Tool({ idempotent: true, cache: { ttl: '1m' } })
      forecast(city: string, days: number): string {
        this.runs++;
        return `${city} ${days}`;
      }
    }
    const weather = new Weather();
    const recorder = new Recorder();
    const callbacks: readonly ToolCallback[] = ToolCallbacks.from(weather);
    const manager = ToolCallingManager.builder().toolCallListeners(recorder).build();
    const calls = ['{"city":"Oslo","days":2}', '{ "days": 2.0, "city": "Oslo" }', '{"days":3,"city":"Oslo"}'];
    for (const args of calls) await respond(callbacks, [callOf('forecast', args)], manager);
    expect(weather.runs).toBe(2);
    expect(recorder.events).toEqual(['"Oslo 2" 1 false', '"Oslo 2" 0 true', '"Oslo 3" 1 false']);
    expect(callbacks[0]?.metadata.attributes['cache']).toEqual({ ttl: 60_000, by: null });
  });

  it('[RT-06] runs again after its time', async () => {
    const manager = ToolCallingManager.builder().build();
    const count = counting({ ttl: 30 });
    expect(texts(await respond([count], ['count'], manager))).toEqual(['run 1']);
    await sleep(60);
    expect(texts(await respond([count], ['count'], manager))).toEqual(['run 2']);
  });

  it('[RT-06] has the time of its manager unless it says one, and none where the manager keeps nothing', async () => {
    const count = counting({});
    const brief = ToolCallingManager.builder().resultCache({ ttl: 30 }).build();
    expect(texts(await respond([count], ['count'], brief))).toEqual(['run 1']);
    expect(texts(await respond([count], ['count'], brief))).toEqual(['run 1']);
    await sleep(60);
    expect(texts(await respond([count], ['count'], brief))).toEqual(['run 2']);
    const none = ToolCallingManager.builder().resultCache(null).build();
    expect(texts(await respond([count], ['count'], none))).toEqual(['run 3']);
    expect(texts(await respond([count], ['count'], none))).toEqual(['run 4']);
  });

  it('is kept by each manager for itself, and apart from another tool of its name', async () => {
    const [first, second] = [ToolCallingManager.builder().build(), ToolCallingManager.builder().build()];
    const count = counting();
    expect(texts(await respond([count], ['count'], first))).toEqual(['run 1']);
    expect(texts(await respond([count], ['count'], second))).toEqual(['run 2']);
    const other = cached('count', () => 'other');
    expect(texts(await respond([other], ['count'], first))).toEqual(['other']);
    expect(texts(await respond([count], ['count'], first))).toEqual(['run 1']);
  });

  it('[RT-07] does not share results between values of the tool context', async () => {
    const manager = ToolCallingManager.builder().build();
    const count = counting();
    expect(await callIn(manager, count, { tenantId: 'a', trace: 1 })).toBe('run 1');
    expect(await callIn(manager, count, { trace: 1, tenantId: 'a' })).toBe('run 1');
    expect(await callIn(manager, count, { tenantId: 'b', trace: 1 })).toBe('run 2');
    expect(await callIn(manager, count, { tenantId: 'a', trace: '1' })).toBe('run 3');
    expect(await callIn(manager, count, { tenantId: 'a' })).toBe('run 4');
    expect(await callIn(manager, count, {})).toBe('run 5');
  });

  it('[RT-07] compares only the keys that it names', async () => {
    const manager = ToolCallingManager.builder().build();
    const count = counting({ ttl: '1m', by: ['tenantId'] });
    expect(await callIn(manager, count, { tenantId: 'a', trace: 1 })).toBe('run 1');
    expect(await callIn(manager, count, { tenantId: 'a', trace: 2 })).toBe('run 1');
    expect(await callIn(manager, count, { tenantId: 'b', trace: 1 })).toBe('run 2');
    expect(await callIn(manager, count, { trace: 1 })).toBe('run 3');
  });

  it('[RT-07] takes objects of the tool context for equal only if they are the same', async () => {
    const manager = ToolCallingManager.builder().build();
    const count = counting();
    const user = { id: 1 };
    expect(await callIn(manager, count, { user })).toBe('run 1');
    expect(await callIn(manager, count, { user })).toBe('run 1');
    expect(await callIn(manager, count, { user: { id: 1 } })).toBe('run 2');
  });

  it('[RT-08] does not keep errors', async () => {
    let runs = 0;
    const flaky = cached('flaky', () => {
      if (++runs === 1) throw new ToolUserError('not yet');
      return 'there';
    });
    const manager = ToolCallingManager.builder().build();
    expect(texts(await respond([flaky], ['flaky'], manager))).toEqual(['not yet']);
    expect(texts(await respond([flaky], ['flaky'], manager))).toEqual(['there']);
    expect(texts(await respond([flaky], ['flaky'], manager))).toEqual(['there']);
    expect(runs).toBe(2);
  });

  it('[RT-08] runs once for two equal calls at the same time, whether it succeeds or fails', async () => {
    let runs = 0;
    const slow = cached('slow', async (input) => {
      const run = ++runs;
      await sleep(10);
      if (input.includes('fail')) throw new ToolUserError(`failure ${run}`);
      return `run ${run}`;
    });
    const recorder = new Recorder();
    const manager = ToolCallingManager.builder().toolCallListeners(recorder).build();
    const twice = [callOf('slow', '{"a":1}', '1'), callOf('slow', '{"a":1.0}', '2')];
    expect(texts(await respond([slow], twice, manager))).toEqual(['run 1', 'run 1']);
    expect(recorder.events).toEqual(['run 1 1 false', 'run 1 0 true']);
    const failing = [callOf('slow', '{"fail":1}', '1'), callOf('slow', '{"fail":1}', '2')];
    expect(texts(await respond([slow], failing, manager))).toEqual(['failure 2', 'failure 2']);
  });

  it('[RT-08] runs anew for the others when the turn that ran it is aborted', async () => {
    let runs = 0;
    const slow = cached('slow', async (_input, context) => {
      const run = ++runs;
      await new Promise((resolve, reject) => {
        setTimeout(resolve, 30);
        context?.signal.addEventListener('abort', () => {
          reject(context.signal.reason as Error);
        });
      });
      return `run ${run}`;
    });
    const manager = ToolCallingManager.builder().build();
    const controller = new AbortController();
    const first = respond([slow], ['slow'], manager, { signal: controller.signal });
    const others = [respond([slow], ['slow'], manager), respond([slow], ['slow'], manager)];
    await sleep(5);
    controller.abort(new Error('enough'));
    expect(await rejection(first)).toMatchObject({ message: 'enough' });
    expect((await Promise.all(others)).map((responses) => texts(responses))).toEqual([['run 2'], ['run 2']]);
    expect(runs).toBe(2);
  });

  it('shares a run with its retries', async () => {
    let runs = 0;
    const flaky = tool(
      'flaky',
      () => {
        if (++runs < 3) throw new Error('again');
        return `run ${runs}`;
      },
      { attributes: { idempotent: true, retry: { attempts: 3, backoff: 1 }, cache: {} } },
    );
    const recorder = new Recorder();
    const manager = ToolCallingManager.builder().toolCallListeners(recorder).build();
    await respond([flaky], ['flaky'], manager);
    await respond([flaky], ['flaky'], manager);
    expect(recorder.events).toEqual(['run 3 3 false', 'run 3 0 true']);
  });

  it('makes room for new results, the least recently used ones first', async () => {
    const manager = ToolCallingManager.builder().resultCache({ maxEntries: 2 }).build();
    const count = counting();
    const run = async (args: string): Promise<string | undefined> =>
      texts(await respond([count], [callOf('count', args)], manager))[0];
    expect(await run('{"a":1}')).toBe('run 1');
    expect(await run('{"a":2}')).toBe('run 2');
    expect(await run('{"a":1}')).toBe('run 1');
    expect(await run('{"a":3}')).toBe('run 3');
    expect(await run('{"a":1}')).toBe('run 1');
    expect(await run('{"a":2}')).toBe('run 4');
  });

  it('keeps no more text than it may', async () => {
    const manager = ToolCallingManager.builder().resultCache({ maxChars: 10 }).build();
    let runs = 0;
    const echo = cached('echo', (input) => `${++runs}${'x'.repeat(Number(JSON.parse(input).n))}`);
    const run = async (n: number): Promise<string | undefined> =>
      texts(await respond([echo], [callOf('echo', `{"n":${n}}`)], manager))[0];
    expect([await run(10), await run(10)].map((text) => text?.[0])).toEqual(['1', '2']);
    expect([await run(4), await run(4), await run(5), await run(4)].map((text) => text?.[0])).toEqual([
      '3',
      '3',
      '4',
      '5',
    ]);
  });

  it('must be idempotent, and needs settings that are some', () => {
    const build = (attributes: Record<string, unknown>) => () => ToolMetadata.builder().attributes(attributes).build();
    expect(build({ cache: {} })).toThrow(
      new IllegalArgumentException(
        'cache is only for tools marked idempotent: a call that is answered from the cache does not run, so what it would ' +
          'have done is not done. Add idempotent: true if nothing is lost by that, or remove cache.',
      ),
    );
    expect(build({ idempotent: true, cache: { ttl: 'soon' } })).toThrow(
      "cache.ttl must be a number of milliseconds above 0, or text such as 500ms, 2s or 1m, but is 'soon'",
    );
    expect(build({ idempotent: true, cache: { by: 'tenantId' } })).toThrow(
      'cache.by must be a list of keys of the tool context',
    );
    expect(() => ToolCallingManager.builder().resultCache({ maxEntries: 0 })).toThrow(
      'maxEntries must be greater than 0',
    );
    expect(() => ToolCallingManager.builder().resultCache({ maxChars: 0 })).toThrow('maxChars must be greater than 0');
  });
});
