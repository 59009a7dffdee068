import { describe, expect, it } from '@jest/globals';
import { type ChatClientRequest, ChatClientResponse, ToolCallingAdvisor } from '@toolwright/chat';
import {
  AssistantMessage,
  ChatModel,
  type ChatOptions,
  ChatResponse,
  EMPTY_USAGE,
  Generation,
  type Prompt,
  type Usage,
  UserMessage,
  usageOf,
} from '@toolwright/model';
import { ToolCallingChatOptions, type ToolCallingManager, ToolCallLimitExceededException } from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { chainOf, requestOf, streamThrough, textOf, tokensOf } from '../support/loops.js';
import { asks, call, chunk, collect, says, shorthand, TOOL_OPTIONS } from '../support/models.js';
import { extended, RecordingManager, StubTool } from '../support/tools.js';

const U = new UserMessage('user');
const INSIDE = ToolCallingAdvisor.DEFAULT_ORDER + 100;

/** A model that streams the rounds of a script, over and over, and counts what it did. */
class StreamingModel extends ChatModel {
  readonly prompts: Prompt[] = [];
  /** What happened, in order: `open`, each chunk pulled, `end`. */
  readonly trace: string[] = [];

  constructor(readonly rounds: readonly (readonly (ChatResponse | Error)[])[]) {
    super();
  }

  override get defaultOptions(): ChatOptions {
    return TOOL_OPTIONS;
  }

  override call(): Promise<ChatResponse> {
    throw new Error('only streams');
  }

  override async *stream(prompt: Prompt): AsyncIterable<ChatResponse> {
    const round = this.rounds[this.prompts.length % this.rounds.length] ?? [];
    this.prompts.push(prompt);
    this.trace.push('open');
    try {
      for (const part of round) {
        if (part instanceof Error) throw part;
        this.trace.push('chunk');
        yield part;
      }
    } finally {
      this.trace.push('end');
    }
  }
}

function advisorOf(manager: ToolCallingManager): ToolCallingAdvisor {
  return ToolCallingAdvisor.builder().toolCallingManager(manager).build();
}

async function run(
  rounds: readonly (readonly (ChatResponse | Error)[])[],
  manager = new RecordingManager(),
): Promise<{ model: StreamingModel; chunks: readonly ChatClientResponse[]; manager: RecordingManager }> {
  const model = new StreamingModel(rounds);
  const chunks = await streamThrough(model, requestOf([U]), advisorOf(manager));
  return { model, chunks, manager };
}

/** A chunk with a part of the usage only. */
function usageChunk(usage: Usage): ChatResponse {
  return new ChatResponse([], { usage });
}

describe('The loop when streaming', () => {
  it('[TS-01] emits the text and keeps the tool calls', async () => {
    const text = chunk('text');
    const only = await run([[text]]);
    expect(only.chunks.map(({ chatResponse }) => chatResponse)).toEqual([text]);
    expect(only.chunks[0]?.chatResponse).toBe(text);
    expect(only.manager.calls).toHaveLength(0);

    const round = await run([[asks(call('tool1'))], [text]]);
    expect(round.chunks.map(textOf)).toEqual(['text']);
    expect(round.model.prompts).toHaveLength(2);
    expect(shorthand(round.model.prompts[1])).toEqual(['U user', 'A(tc) tool1', 'T T1']);
    expect(round.manager.calls).toHaveLength(1);
  });

  it('[TS-02] emits the text before a tool call as it comes', async () => {
    const { chunks, model } = await run([[chunk('Let me check.'), asks(call('weather'))], [chunk('Sunny.')]]);
    expect(chunks.map(textOf)).toEqual(['Let me check.', 'Sunny.']);
    // Each chunk says which round it belongs to (CX-104).
    expect(chunks.map(({ round }) => round)).toEqual([0, 1]);
    expect(model.prompts[1]?.instructions[1]?.text).toBe('Let me check.');
  });

  it('[TS-03] runs tools when the stream of their round is complete', async () => {
    const manager = new RecordingManager((prompt, response) => {
      model.trace.push('tools');
      return extended(prompt, response, 'T1');
    });
    const model = new StreamingModel([[asks(call('first')), chunk(''), asks(call('second'))], [chunk('answer')]]);
    await streamThrough(model, requestOf([U]), advisorOf(manager));
    expect(model.trace).toEqual(['open', 'chunk', 'chunk', 'chunk', 'end', 'tools', 'open', 'chunk', 'end']);
    expect(manager.calls.map(({ response }) => response.result?.output.toolCalls.map(({ name }) => name))).toEqual([
      ['first', 'second'],
    ]);
  });

  it('[TS-07] ends with nothing if the model streams nothing', async () => {
    const answers: ChatClientResponse[] = [];
    class Recording extends ToolCallingAdvisor {
      protected override doFinalizeLoop(response: ChatClientResponse): ChatClientResponse {
        answers.push(response);
        return response;
      }
    }
    class RecordingBuilder extends ToolCallingAdvisor.Builder {
      override build(): Recording {
        return new Recording(this.settings());
      }
    }
    expect(await streamThrough(new StreamingModel([[]]), requestOf([U]), new RecordingBuilder().build())).toEqual([]);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.chatResponse?.results).toHaveLength(1);
    expect(textOf(answers[0])).toBe('');
    expect(answers[0]?.chatResponse?.hasToolCalls()).toBe(false);
  });

  it('[TS-08] adds what earlier rounds used to the chunks that report usage', async () => {
    const first = [asks(call('tool1'), usageOf(10, 20, 30))];
    const single = await run([first, [chunk('answer', usageOf(1, 2, 3))]]);
    expect(single.chunks.map(tokensOf)).toEqual([[11, 22, 33]]);
    const several = await run([first, [chunk('Hello '), chunk('world', usageOf(1, 2, 3)), chunk('!')]]);
    expect(several.chunks.map(tokensOf)).toEqual([
      [0, 0, 0],
      [11, 22, 33],
      [0, 0, 0],
    ]);
  });

  it('[TS-08] [TA-19] sums cache figures of rounds and loses the native object', async () => {
    const usage = (parts: readonly [number, number, number], read: number | null, write: number | null) =>
      usageOf(...parts, { cacheReadInputTokens: read, cacheWriteInputTokens: write, nativeUsage: { native: true } });
    const { chunks } = await run([
      [asks(call('tool1'), usage([10, 20, 30], 100, 5))],
      [chunk('answer'), usageChunk(usage([1, 2, 3], 200, 0))],
    ]);
    expect(chunks.at(-1)?.chatResponse?.metadata.usage).toEqual({
      promptTokens: 11,
      completionTokens: 22,
      totalTokens: 33,
      cacheReadInputTokens: 300,
      cacheWriteInputTokens: 5,
      nativeUsage: null,
    });
    const { chunks: single } = await run([[chunk('answer', usage([1, 2, 3], null, null))]]);
    expect(single[0]?.chatResponse?.metadata.usage.nativeUsage).toEqual({ native: true });
  });

  it('[TS-09] adds a chunk with the usage if the last round reports none', async () => {
    const first = [asks(call('tool1'), usageOf(10, 20, 30))];
    const silent = chunk('answer');
    const none = await run([first, [silent]]);
    expect(none.chunks).toHaveLength(2);
    expect(none.chunks[0]?.chatResponse).toBe(silent);
    expect(none.chunks[1]?.chatResponse?.results).toEqual([]);
    expect(tokensOf(none.chunks[1])).toEqual([10, 20, 30]);
    expect((await run([first, [chunk('answer', usageOf(1, 2, 3))]])).chunks).toHaveLength(1);
    expect((await run([[asks(call('tool1'))], [silent]])).chunks).toHaveLength(1);
  });

  it('[TS-10] reports running totals', async () => {
    const { chunks } = await run([
      [asks(call('tool1')), usageChunk(usageOf(10, 20, 30))],
      [chunk('answer', usageOf(1, 2, 3))],
    ]);
    expect(chunks.map(tokensOf)).toEqual([
      [10, 20, 30],
      [11, 22, 33],
    ]);
  });

  it('[TS-11] runs a turn of its own for each iteration', async () => {
    const manager = new RecordingManager();
    const model = new StreamingModel([[asks(call('tool1'), usageOf(10, 20, 30))], [chunk('answer', usageOf(1, 2, 3))]]);
    const stream = chainOf(model, [advisorOf(manager)]).nextStream(requestOf([U]));
    expect((await collect(stream)).map(tokensOf)).toEqual([[11, 22, 33]]);
    expect((await collect(stream)).map(tokensOf)).toEqual([[11, 22, 33]]);
    expect(model.prompts).toHaveLength(4);
    expect(manager.calls).toHaveLength(2);
    expect(manager.calls[0]?.options?.turn).not.toBe(manager.calls[1]?.options?.turn);
  });

  it('[TS-12] ends with one chunk for direct results and for a breach', async () => {
    const direct = new RecordingManager((prompt, response, index) =>
      extended(prompt, response, index === 0 ? 'T1' : 'Tool result data', index === 1),
    );
    const rounds = [[asks(call('tool1'), usageOf(10, 20, 30))], [asks(call('weather'), usageOf(1, 2, 3))]];
    const { chunks } = await run(rounds, direct);
    expect(chunks).toHaveLength(1);
    expect(textOf(chunks[0])).toBe('Tool result data');
    expect(chunks[0]?.chatResponse?.result?.metadata).toEqual({
      finishReason: 'returnDirect',
      toolId: 'call-weather',
      toolName: 'weather',
    });
    expect(tokensOf(chunks[0])).toEqual([11, 22, 33]);

    const breaching = new RecordingManager(() => {
      throw new ToolCallLimitExceededException('tool1', 1, null);
    });
    const breach = await run([[asks(call('tool1'), usageOf(10, 20, 30))]], breaching);
    expect(breach.chunks).toHaveLength(1);
    expect(textOf(breach.chunks[0])).toBe("Tool call limit (1) exceeded for tool 'tool1'");
    expect(breach.chunks[0]?.chatResponse?.result?.metadata).toEqual({
      finishReason: 'toolCallLimitExceeded',
      partialToolResponses: [],
    });
    expect(tokensOf(breach.chunks[0])).toEqual([10, 20, 30]);
  });

  it('[TS-13] gives the manager the complete history and the options of the hook', async () => {
    const manager = new RecordingManager();
    const tool = new StubTool('added');
    class Adding extends ToolCallingAdvisor {
      protected override doBeforeStream(request: ChatClientRequest): ChatClientRequest {
        const options = ToolCallingChatOptions.builder().toolCallbacks(tool).build();
        return request.withPrompt(request.prompt.withOptions(options));
      }
    }
    class AddingBuilder extends ToolCallingAdvisor.Builder {
      override build(): Adding {
        return new Adding(this.settings());
      }
    }
    const advisor = new AddingBuilder().toolCallingManager(manager).disableInternalConversationHistory().build();
    const model = new StreamingModel([[asks(call('added'))], [asks(call('added'))], [chunk('answer')]]);
    await streamThrough(model, requestOf([U]), advisor);
    expect(shorthand(manager.calls[1]?.prompt)).toEqual(['U user', 'A(tc) added', 'T T1']);
    expect(shorthand(model.prompts[2])).toEqual(['T T2']);
    expect((manager.calls[0]?.prompt.options as ToolCallingChatOptions).toolCallbacks).toEqual([tool]);
  });

  /** Traces the hooks; which ones is up to the two subclasses below. */
  const traced = (kind: 'call' | 'stream', trace: string[]): ToolCallingAdvisor => {
    const note =
      <T>(name: string) =>
      (value: T): T => {
        trace.push(name);
        return value;
      };
    class CallHooks extends ToolCallingAdvisor {
      protected override doInitializeLoop = note<ChatClientRequest>('initialize');
      protected override doBeforeCall = note<ChatClientRequest>('before');
      protected override doAfterCall = (response: ChatClientResponse): ChatClientResponse => {
        trace.push(`after ${String(textOf(response))}`);
        return response.mutate().context('after', true).build();
      };
      protected override doFinalizeLoop = note<ChatClientResponse>('finalize');
    }
    class StreamHooks extends ToolCallingAdvisor {
      protected override doInitializeLoopStream = note<ChatClientRequest>('initialize');
      protected override doBeforeStream = note<ChatClientRequest>('before');
      protected override doAfterStream = (response: ChatClientResponse): ChatClientResponse => {
        trace.push(`after ${String(textOf(response))}`);
        return response.mutate().chatResponse(says('changed')).build();
      };
      protected override doFinalizeLoopStream = note<ChatClientResponse>('finalize');
    }
    class HookBuilder extends ToolCallingAdvisor.Builder {
      override build(): ToolCallingAdvisor {
        return kind === 'call' ? new CallHooks(this.settings()) : new StreamHooks(this.settings());
      }
    }
    return new HookBuilder().toolCallingManager(new RecordingManager()).build();
  };

  it('[TS-14] calls the hooks when the stream is consumed, and the one after a round with its aggregate', async () => {
    const trace: string[] = [];
    const model = new StreamingModel([[chunk('Hello '), chunk('world'), asks(call('tool1'))]]);
    const stream = chainOf(model, [traced('stream', trace)]).nextStream(requestOf([U]));
    expect(trace).toEqual([]);
    const chunks = await collect(stream);
    // The hook replaced the request for tools by a text, which ends the loop; what was emitted stays.
    expect(trace).toEqual(['initialize', 'before', 'after Hello world', 'finalize']);
    expect(chunks.map(textOf)).toEqual(['Hello ', 'world']);
  });

  it('[TS-15] finalizes every normal end once', async () => {
    const ends: readonly (readonly [string, RecordingManager])[] = [
      ['answer', new RecordingManager()],
      ['direct', new RecordingManager((prompt, response) => extended(prompt, response, 'direct', true))],
      [
        "Tool call limit (1) exceeded for tool 'tool1'",
        new RecordingManager(() => {
          throw new ToolCallLimitExceededException('tool1', 1, null);
        }),
      ],
    ];
    for (const [end, manager] of ends) {
      const finals: (string | null | undefined)[] = [];
      class Finalizing extends ToolCallingAdvisor {
        protected override doFinalizeLoopStream(response: ChatClientResponse): ChatClientResponse {
          finals.push(textOf(response));
          return response;
        }
      }
      class FinalizingBuilder extends ToolCallingAdvisor.Builder {
        override build(): Finalizing {
          return new Finalizing(this.settings());
        }
      }
      const model = new StreamingModel([[asks(call('tool1'))], [chunk('ans'), chunk('wer')]]);
      const advisor = new FinalizingBuilder().toolCallingManager(manager).build();
      await streamThrough(model, requestOf([U]), advisor);
      expect(finals).toEqual([end]);
    }
  });

  it('[TS-16] uses the hooks of call() where those of stream() are not overridden', async () => {
    const trace: string[] = [];
    const model = new StreamingModel([[asks(call('tool1'))], [chunk('answer')]]);
    await streamThrough(model, requestOf([U]), traced('call', trace));
    expect(trace).toEqual(['initialize', 'before', 'after ', 'before', 'after answer', 'finalize']);
  });

  it('[TS-17] fails with the error of the model or the manager, after what was emitted', async () => {
    const error = new RangeError('broken');
    const emitted: (string | null | undefined)[] = [];
    const consume = async (model: ChatModel, manager: RecordingManager, trace: string[]): Promise<void> => {
      class Finalizing extends ToolCallingAdvisor {
        protected override doFinalizeLoop(response: ChatClientResponse): ChatClientResponse {
          trace.push('finalize');
          return response;
        }
      }
      class FinalizingBuilder extends ToolCallingAdvisor.Builder {
        override build(): Finalizing {
          return new Finalizing(this.settings());
        }
      }
      const advisor = new FinalizingBuilder().toolCallingManager(manager).build();
      for await (const part of chainOf(model, [advisor]).nextStream(requestOf([U]))) emitted.push(textOf(part));
    };
    const trace: string[] = [];
    const manager = new RecordingManager();
    const model = new StreamingModel([
      [chunk('one'), asks(call('tool1'))],
      [chunk('two'), error],
    ]);
    await expect(consume(model, manager, trace)).rejects.toBe(error);
    expect(emitted).toEqual(['one', 'two']);
    expect(manager.calls).toHaveLength(1);
    expect(model.prompts).toHaveLength(2);

    const failing = new RecordingManager(() => {
      throw error;
    });
    const other = new StreamingModel([[chunk('three'), asks(call('tool1'))]]);
    await expect(consume(other, failing, trace)).rejects.toBe(error);
    expect(emitted).toEqual(['one', 'two', 'three']);
    expect(other.prompts).toHaveLength(1);
    expect(trace).toEqual([]);
  });

  it('[TS-18] gives each chunk the context of all that passed before it', async () => {
    let seen = 0;
    const adding = new PassingAdvisor(
      'adding',
      INSIDE,
      (request) => request,
      (response) => response.mutate().context(`chunk${seen++}`, true).build(),
    );
    const request = requestOf([U], TOOL_OPTIONS, { tenant: 'a' });
    const model = new StreamingModel([[chunk('a'), chunk('b'), chunk('c')]]);
    const chunks = await streamThrough(model, request, advisorOf(new RecordingManager()), adding);
    expect(chunks.map(({ context }) => Object.keys(context))).toEqual([
      ['tenant', 'chunk0'],
      ['tenant', 'chunk0', 'chunk1'],
      ['tenant', 'chunk0', 'chunk1', 'chunk2'],
    ]);
  });

  it('[TS-18] keeps entries whose names every object has, whatever else is added', async () => {
    const adding = new PassingAdvisor(
      'adding',
      INSIDE,
      (request) => request,
      ({ chatResponse, round }) =>
        ChatClientResponse.builder().chatResponse(chatResponse).round(round).context({ added: round }).build(),
    );
    const request = requestOf([U], TOOL_OPTIONS, { toString: 'kept', constructor: 'too' });
    const model = new StreamingModel([[asks(call('tool1'))], [chunk('a')]]);
    const chunks = await streamThrough(model, request, advisorOf(new RecordingManager()), adding);
    expect(Object.entries(chunks.at(-1)?.context ?? {})).toEqual([
      ['toString', 'kept'],
      ['constructor', 'too'],
      ['added', 1],
    ]);
  });

  it('stops the model, the tools and the loop when the consumer stops', async () => {
    const manager = new RecordingManager();
    const model = new StreamingModel([[chunk('one'), chunk('two'), asks(call('tool1'))]]);
    for await (const part of chainOf(model, [advisorOf(manager)]).nextStream(requestOf([U]))) {
      if (textOf(part) === 'one') break;
    }
    expect(model.trace).toEqual(['open', 'chunk', 'end']);
    expect(manager.calls).toHaveLength(0);
    expect(model.prompts).toHaveLength(1);
  });

  it('emits an answer without a response as it is', async () => {
    const empty = new AnyChunks([null as never, new ChatResponse([new Generation(new AssistantMessage('x'))])]);
    const chunks = await streamThrough(empty, requestOf([U]), advisorOf(new RecordingManager()));
    expect(chunks.map(({ chatResponse }) => chatResponse?.metadata.usage ?? null)).toEqual([null, EMPTY_USAGE]);
  });
});

/** A model that streams anything. */
class AnyChunks extends StreamingModel {
  constructor(readonly parts: readonly ChatResponse[]) {
    super([parts]);
  }
}
