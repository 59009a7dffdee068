import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { ChatClient, type ChatClientRequest, ToolCallingAdvisor } from '@toolwright/chat';
import { type ChatResponse, type Prompt, type ToolResponseMessage, usageOf } from '@toolwright/model';
import { type ToolContext, ToolExecutionResult } from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { tokensOf } from '../support/loops.js';
import { asks, call, chunk, collect, shorthand } from '../support/models.js';
import { StreamingModel } from '../support/StreamingModel.js';
import { StubTool } from '../support/tools.js';

/** A tool that ends with its signal, and one that has ended by then. */
function waitingTools(trace: string[] = []) {
  let started: (context: ToolContext) => void;
  const running = new Promise<ToolContext>((resolve) => {
    started = resolve;
  });
  const slow = new StubTool('slow', (_input, context) => {
    started(context!);
    return new Promise<string>((_resolve, reject) => {
      context?.signal.addEventListener('abort', () => {
        trace.push('tool stopped');
        reject(context.signal.reason as Error);
      });
    });
  });
  return { slow, quick: new StubTool('quick', 'quick result'), running };
}

interface Interrupted extends Error {
  readonly partialToolExecutionResult?: ToolExecutionResult;
}

async function rejection(promise: Promise<unknown>): Promise<Interrupted> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error as Interrupted,
  );
  if (!outcome) throw new Error('expected a rejection');
  return outcome;
}

const QUICK_AND_SLOW = asks([call('quick'), call('slow')]);

function expectQuickResult(error: Interrupted): void {
  const result = error.partialToolExecutionResult;
  expect(result).toBeInstanceOf(ToolExecutionResult);
  expect(shorthand(result?.conversationHistory)).toEqual([
    'U go',
    'A(tc) quick,slow',
    "T quick result,Tool 'slow' was aborted.",
  ]);
  expect((result?.conversationHistory.at(-1) as ToolResponseMessage).responses).toEqual([
    { id: 'call-quick', name: 'quick', responseData: 'quick result' },
    {
      id: 'call-slow',
      name: 'slow',
      responseData: "Tool 'slow' was aborted.",
      isError: true,
      error: { code: 'ABORTED', phase: 'execute' },
    },
  ]);
  // Whoever logs the error does not log a conversation.
  expect(Object.keys(error)).not.toContain('partialToolExecutionResult');
}

describe('A consumer that stops early', () => {
  it('[TS-19] ends the request of the model, and nothing more starts', async () => {
    const views = ['content', 'chatResponse', 'chatClientResponse', 'events', 'toReadableStream'] as const;
    for (const view of views) {
      const model = new StreamingModel([[chunk('one'), chunk('two'), asks(call('quick'))]]);
      const { quick } = waitingTools();
      const inside = new PassingAdvisor('inside', ToolCallingAdvisor.DEFAULT_ORDER + 100);
      const stream = ChatClient.create(model).prompt('go').tools(quick).advisors(inside).stream();
      for await (const part of stream[view]()) {
        expect(part).toBeDefined();
        expect(model.signals[0]?.aborted).toBe(false);
        break;
      }
      expect(model.trace).toEqual(['open', 'chunk one', 'returned, aborted']);
      expect((model.signals[0]?.reason as Error).name).toBe('AbortError');
      expect(quick.inputs).toEqual([]);
      expect(inside.count).toBe(1);
      expect(model.prompts).toHaveLength(1);
    }
  });

  it('[TS-20] ends the running tools, whose results so far are on the error', async () => {
    const trace: string[] = [];
    const model = new StreamingModel([[QUICK_AND_SLOW], [chunk('never')]], trace);
    const { quick, slow, running } = waitingTools(trace);
    const chunks = ChatClient.create(model).prompt('go').tools(quick, slow).stream().content();
    const iterator = chunks[Symbol.asyncIterator]();
    const pulled = rejection(iterator.next());
    const { signal } = await running;
    expect(signal.aborted).toBe(false);
    await iterator.return?.();
    expect(trace).toEqual(['open', 'chunk', 'end', 'tool stopped']);
    expect(signal.aborted).toBe(true);
    const error = await pulled;
    expect(error.name).toBe('AbortError');
    expect(error.message).toBe('The consumer of the stream has stopped');
    expectQuickResult(error);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('may stop before it has begun', async () => {
    const model = new StreamingModel([[chunk('one')]]);
    const iterator = ChatClient.create(model).prompt('go').stream().content()[Symbol.asyncIterator]();
    expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(model.prompts).toEqual([]);
  });
});

describe('A signal of the caller', () => {
  it('[TS-20] ends the tools and the loop, and what the tools had done is on the error', async () => {
    for (const mode of ['call', 'stream'] as const) {
      const controller = new AbortController();
      const { quick, slow, running } = waitingTools();
      const model = new StreamingModel([[QUICK_AND_SLOW], [chunk('never')]]);
      const spec = ChatClient.create(model).prompt('go').tools(quick, slow);
      const run = { signal: controller.signal };
      const turn = rejection(mode === 'call' ? spec.call(run).content() : collect(spec.stream(run).content()));
      const { signal } = await running;
      const reason: Interrupted = new Error('the user left');
      controller.abort(reason);
      expect(await turn).toBe(reason);
      expect(signal.reason).toBe(reason);
      expect(model.prompts).toHaveLength(1);
      expectQuickResult(reason);
    }
  });

  it('never shows one turn the results of another', async () => {
    const controller = new AbortController();
    const turns = ['first', 'second'].map((result) => {
      const { slow, running } = waitingTools();
      const client = ChatClient.create(new StreamingModel([[QUICK_AND_SLOW]]));
      const spec = client.prompt('go').tools(slow, new StubTool('quick', result));
      return { running, turn: rejection(spec.call({ signal: controller.signal }).content()) };
    });
    await Promise.all(turns.map(({ running }) => running));
    const reason = new Error('shutting down');
    controller.abort(reason);
    const errors = await Promise.all(turns.map(({ turn }) => turn));
    const results = errors.map(({ partialToolExecutionResult }) => {
      const last = partialToolExecutionResult?.conversationHistory.at(-1) as ToolResponseMessage;
      return last.responses[0]?.responseData;
    });
    expect(results).toEqual(['first', 'second']);
    expect(errors[0]).toBe(reason);
    expect(errors[1]).toMatchObject({ name: 'AbortError', cause: reason });
  });

  it('ends a stream whose model does not look at it, at the next chunk', async () => {
    const controller = new AbortController();
    const model = new StreamingModel([[chunk('one'), chunk('two'), chunk('three')]]);
    const texts: string[] = [];
    const consume = async (): Promise<void> => {
      const stream = ChatClient.create(model).prompt('go').stream({ signal: controller.signal });
      for await (const text of stream.content()) {
        texts.push(text);
        controller.abort(new Error('enough'));
      }
    };
    await expect(consume()).rejects.toThrow('enough');
    expect(texts).toEqual(['one']);
  });

  it.each(['call', 'stream'] as const)(
    '[CX-106] ends a turn whose model answers all the same, by %s()',
    async (mode) => {
      const controller = new AbortController();
      const reason = new Error('enough');
      class Deaf extends StreamingModel {
        override async call(prompt: Prompt): Promise<ChatResponse> {
          controller.abort(reason);
          return super.call(prompt);
        }

        override async *stream(prompt: Prompt): AsyncIterable<ChatResponse> {
          controller.abort(reason);
          yield* super.stream(prompt);
        }
      }
      const spec = ChatClient.create(new Deaf([[chunk('too late')]])).prompt('go');
      const run = { signal: controller.signal };
      await expect(mode === 'call' ? spec.call(run).content() : collect(spec.stream(run).content())).rejects.toBe(
        reason,
      );
    },
  );

  it.each(['call', 'content', 'events'] as const)('[CX-106] is left alone after the turn, by %s', async (view) => {
    const { signal } = new AbortController();
    const { quick } = waitingTools();
    const turns = async (...rounds: readonly (readonly ChatResponse[])[]): Promise<void> => {
      const spec = ChatClient.create(new StreamingModel(rounds)).prompt('go').tools(quick);
      if (view === 'call') await spec.call({ signal }).content();
      else await collect<unknown>(spec.stream({ signal })[view]());
    };
    await turns([asks(call('quick'))], [chunk('done')]);
    const broken = new Proxy(chunk(''), {
      get: (target, key, receiver) => {
        if (key === 'results') throw new RangeError('broken');
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    await expect(turns([asks(call('quick'))], [broken])).rejects.toThrow('broken');
    const spec = ChatClient.create(new StreamingModel([[chunk('one'), chunk('two')]])).prompt('go');
    for await (const _ of spec.stream({ signal }).content()) break;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('that has fired already starts nothing', async () => {
    const model = new StreamingModel([[chunk('one')]]);
    const signal = AbortSignal.abort(new Error('too late'));
    const stream = ChatClient.create(model).prompt('go').stream({ signal });
    await expect(collect(stream.content())).rejects.toThrow('too late');
    expect(model.prompts).toEqual([]);
  });

  it('[CX-106] ends everything within one turn of the event loop, and nothing once the turn is complete', async () => {
    const trace: string[] = [];
    const controller = new AbortController();
    const { slow, running } = waitingTools(trace);
    const spec = ChatClient.create(new StreamingModel([[asks(call('slow'))]], trace))
      .prompt('go')
      .tools(slow);
    let ended = false;
    const turn = rejection(collect(spec.stream({ signal: controller.signal }).content())).then((error) => {
      ended = true;
      return error;
    });
    await running;
    controller.abort(new Error('enough'));
    expect(trace.at(-1)).toBe('tool stopped');
    await new Promise(setImmediate);
    expect(ended).toBe(true);
    expect((await turn).message).toBe('enough');

    const complete = new StreamingModel([[asks(call('quick'))], [chunk('done')]]);
    const { quick } = waitingTools();
    const later = new AbortController();
    const stream = ChatClient.create(complete).prompt('go').tools(quick).stream({ signal: later.signal }).content();
    const iterator = stream[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: 'done' });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    await iterator.return?.();
    later.abort();
    expect(complete.signals.map((signal) => signal?.aborted)).toEqual([false, false]);
    expect(quick.contexts[0]?.signal.aborted).toBe(false);
  });
});

describe('A slow consumer', () => {
  it('[TS-21] is never overtaken: chunks are read, and tools started, as it pulls', async () => {
    const trace: string[] = [];
    const quick = new StubTool('quick', () => {
      trace.push('tool');
      return 'result';
    });
    const model = new StreamingModel([[chunk('one'), chunk('two'), asks(call('quick'))], [chunk('three')]], trace);
    const stream = ChatClient.create(model).prompt('go').tools(quick).stream().content();
    expect(trace).toEqual([]);
    for await (const text of stream) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      trace.push(`consumed ${text}`);
    }
    expect(trace).toEqual([
      'open',
      'chunk one',
      'consumed one',
      'chunk two',
      'consumed two',
      'chunk',
      'end',
      'tool',
      'open',
      'chunk three',
      'consumed three',
      'end',
    ]);
  });
});

describe('The rounds of a stream', () => {
  const rounds = [
    [chunk('Let me check.'), asks(call('quick'), usageOf(10, 20, 30))],
    [chunk('Sun'), chunk('ny.', usageOf(1, 2, 3))],
  ];
  const specOf = () => ChatClient.create(new StreamingModel(rounds)).prompt('go').tools(new StubTool('quick'));

  it('[CX-104] are told apart: by chunk, in the whole, and on demand by holding back', async () => {
    const chunks = await collect(specOf().stream().chatClientResponse());
    expect(chunks.map(({ round, chatResponse }) => [round, chatResponse?.result?.output.text])).toEqual([
      [0, 'Let me check.'],
      [1, 'Sun'],
      [1, 'ny.'],
    ]);
    const final = await specOf().stream().final();
    expect(final.chatResponse?.result?.output.text).toBe('Sunny.');
    expect(final.round).toBe(1);
    expect(tokensOf(final)).toEqual([11, 22, 33]);
    expect(await collect(specOf().stream({ onlyFinalRound: true }).content())).toEqual(['Sun', 'ny.']);
    expect(tokensOf(await specOf().stream({ onlyFinalRound: true }).final())).toEqual([11, 22, 33]);
  });

  it('[CX-104] end as call() does when tools return directly', async () => {
    const direct = [new StubTool('a', 'A', true), new StubTool('b', 'B', true)];
    const round = asks([call('a'), call('b')], usageOf(1, 2, 3), 'Wait.');
    const spec = () =>
      ChatClient.create(new StreamingModel([[chunk('Wait.'), round]]))
        .prompt('go')
        .tools(direct);
    const called = await ChatClient.create(new StreamingModel([[round]]))
      .prompt('go')
      .tools(direct)
      .call()
      .chatResponse();
    const final = await spec().stream().final();
    expect(final.chatResponse?.results).toEqual(called?.results);
    expect(final.chatResponse?.results.map(({ output }) => output.text)).toEqual(['A', 'B']);
    expect(await collect(spec().stream({ onlyFinalRound: true }).content())).toEqual(['A']);
  });
});

describe('The state of a turn', () => {
  it('is there when the loop is initialized, and is another one in the next turn', async () => {
    const seen: unknown[] = [];
    class Keeping extends ToolCallingAdvisor {
      protected override doInitializeLoop(request: ChatClientRequest): ChatClientRequest {
        request.turn.set('marks', ['initialized', ...((request.turn.get('marks') as string[] | undefined) ?? [])]);
        return request.mutate().context('key', 'value').build();
      }
      protected override doBeforeCall(request: ChatClientRequest): ChatClientRequest {
        (request.turn.get('marks') as string[]).push(`round ${request.round}`);
        return request;
      }
    }
    class KeepingBuilder extends ToolCallingAdvisor.Builder {
      override build(): Keeping {
        return new Keeping(this.settings());
      }
    }
    const tool = new StubTool('quick', (_input, context) => {
      seen.push(context?.turn.get('marks'));
      return 'done';
    });
    const model = new StreamingModel([[asks(call('quick'))], [chunk('done')]]);
    const stream = ChatClient.create(model).prompt('go').tools(tool).advisors(new KeepingBuilder().build()).stream();
    await stream.final();
    await stream.final();
    expect(seen).toEqual([
      ['initialized', 'round 0', 'round 1'],
      ['initialized', 'round 0', 'round 1'],
    ]);
  });
});
