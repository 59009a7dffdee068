import { describe, expect, it } from '@jest/globals';
import { type ChatClientRequest, type ChatClientResponse, ToolCallingAdvisor } from '@toolwright/chat';
import { IllegalStateException } from '@toolwright/core';
import { ChatOptions, type Message, SystemMessage, ToolResponseMessage, UserMessage, usageOf } from '@toolwright/model';
import {
  ToolCallingChatOptions,
  ToolCallingManager,
  ToolCallLimitExceededException,
  ToolExecutionResult,
} from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { callThrough, requestOf, streamThrough, textOf, tokensOf } from '../support/loops.js';
import { asks, call, says, scripted, shorthand } from '../support/models.js';
import { extended, RecordingManager, StubTool } from '../support/tools.js';

const S = new SystemMessage('system');
const U = new UserMessage('user');
const INSIDE = ToolCallingAdvisor.DEFAULT_ORDER + 100;

/** What a test wants to do in the hooks of an advisor. */
interface Hooks {
  readonly initialize?: (request: ChatClientRequest) => ChatClientRequest;
  readonly before?: (request: ChatClientRequest) => ChatClientRequest;
  readonly after?: (response: ChatClientResponse) => ChatClientResponse;
  readonly finalize?: (response: ChatClientResponse) => ChatClientResponse;
  readonly next?: (
    request: ChatClientRequest,
    response: ChatClientResponse,
    result: ToolExecutionResult,
  ) => readonly Message[];
}

/** Overrides the call hooks only, and traces them. */
class HookedAdvisor extends ToolCallingAdvisor {
  constructor(
    settings: ToolCallingAdvisor.Settings,
    readonly hooks: Hooks,
    readonly trace: string[],
  ) {
    super(settings);
  }

  protected override async doInitializeLoop(request: ChatClientRequest): Promise<ChatClientRequest> {
    this.trace.push('doInitializeLoop');
    return this.hooks.initialize?.(request) ?? request;
  }

  protected override doBeforeCall(request: ChatClientRequest): ChatClientRequest {
    this.trace.push('doBeforeCall');
    return this.hooks.before?.(request) ?? request;
  }

  protected override async doAfterCall(response: ChatClientResponse): Promise<ChatClientResponse> {
    this.trace.push('doAfterCall');
    return this.hooks.after?.(response) ?? response;
  }

  protected override doFinalizeLoop(response: ChatClientResponse): ChatClientResponse {
    this.trace.push(`doFinalizeLoop ${String(tokensOf(response)?.[2])}`);
    return this.hooks.finalize?.(response) ?? response;
  }

  protected override async doGetNextInstructionsForToolCall(
    request: ChatClientRequest,
    response: ChatClientResponse,
    result: ToolExecutionResult,
  ): Promise<readonly Message[]> {
    this.trace.push('doGetNextInstructionsForToolCall');
    const next = this.hooks.next ?? ((a, b, c) => super.doGetNextInstructionsForToolCall(a, b, c) as Message[]);
    return next(request, response, result);
  }
}

class HookedBuilder extends ToolCallingAdvisor.Builder {
  constructor(
    readonly hooks: Hooks = {},
    readonly trace: string[] = [],
  ) {
    super();
    this.toolExecutionEligibilityChecker((response) => {
      trace.push('checker');
      return response.hasToolCalls();
    });
  }

  override build(): HookedAdvisor {
    return new HookedAdvisor(this.settings(), this.hooks, this.trace);
  }
}

function hooked(hooks: Hooks, manager: ToolCallingManager = new RecordingManager(), trace: string[] = []) {
  return new HookedBuilder(hooks, trace).toolCallingManager(manager).build();
}

function plain(manager: ToolCallingManager): ToolCallingAdvisor {
  return ToolCallingAdvisor.builder().toolCallingManager(manager).build();
}

function withTool(request: ChatClientRequest, tool: StubTool): ChatClientRequest {
  const options = request.prompt.options as ToolCallingChatOptions;
  return request.withPrompt(request.prompt.withOptions(options.mutate().toolCallbacks(tool).build()));
}

describe('The hooks of a ToolCallingAdvisor', () => {
  it('[TA-11] decide the options of a round, of its tools and of the next round', async () => {
    const tool = new StubTool('added');
    const manager = new RecordingManager();
    const bases: unknown[] = [];
    const advisor = hooked(
      {
        before: (request) => {
          bases.push((request.prompt.options as ToolCallingChatOptions).toolCallbacks?.length ?? 0);
          return bases.length === 1 ? withTool(request, tool) : request;
        },
      },
      manager,
    );
    const model = scripted(call('added'), 'answer');
    await callThrough(model, requestOf([U]), advisor);
    expect((manager.calls[0]?.prompt.options as ToolCallingChatOptions).toolCallbacks).toEqual([tool]);
    expect((model.prompts[1]?.options as ToolCallingChatOptions).toolCallbacks).toEqual([tool]);
    expect(bases).toEqual([0, 1]);
  });

  it('[TA-12] add messages to one round only', async () => {
    const hint = new UserMessage('hint');
    const other = new SystemMessage('other system');
    const advisors = (hooks: Hooks): readonly HookedAdvisor[] => [
      hooked(hooks),
      new HookedBuilder(hooks).toolCallingManager(new RecordingManager()).disableInternalConversationHistory().build(),
    ];
    const hooks: Hooks = {
      before: (request) =>
        request.round > 0
          ? request
          : request.withPrompt(
              request.prompt.withInstructions([
                other,
                ...request.prompt.instructions.filter((message) => message !== S),
                hint,
              ]),
            ),
    };
    const [withHistory, withoutHistory] = advisors(hooks) as [HookedAdvisor, HookedAdvisor];
    const manager = new RecordingManager();
    const model = scripted(call('tool1'), 'answer');
    await callThrough(model, requestOf([S, U]), hooked(hooks, manager));
    expect(shorthand(model.prompts[0])).toEqual(['S other system', 'U user', 'U hint']);
    expect(shorthand(manager.calls[0]?.prompt)).toEqual(['S system', 'U user']);
    expect(shorthand(model.prompts[1])).toEqual(['S system', 'U user', 'A(tc) tool1', 'T T1']);
    expect(withHistory.conversationHistoryEnabled).toBe(true);

    const trimmed = scripted(call('tool1'), 'answer');
    await callThrough(trimmed, requestOf([S, U]), withoutHistory);
    expect(shorthand(trimmed.prompts[1])).toEqual(['S other system', 'T T1']);
  });

  it('[TA-13] change what the whole turn starts from, its options included', async () => {
    const tool = new StubTool('initial');
    const manager = new RecordingManager();
    const advisor = hooked(
      {
        initialize: (request) =>
          withTool(request, tool)
            .withPrompt(withTool(request, tool).prompt.withInstructions([S, ...request.prompt.instructions]))
            .mutate()
            .context('a', 1)
            .build(),
      },
      manager,
    );
    const inside = new PassingAdvisor('inside', INSIDE);
    const model = scripted(call('initial'), 'answer');
    await callThrough(model, requestOf([U]), advisor, inside);
    expect(model.prompts.map(shorthand)).toEqual([
      ['S system', 'U user'],
      ['S system', 'U user', 'A(tc) initial', 'T T1'],
    ]);
    expect(inside.requests.map(({ context }) => context)).toEqual([{ a: 1 }, { a: 1 }]);
    // The options are honoured, where Spring ignores them (CX-109).
    for (const { options } of model.prompts) expect((options as ToolCallingChatOptions).toolCallbacks).toEqual([tool]);
    expect((manager.calls[0]?.prompt.options as ToolCallingChatOptions).toolCallbacks).toEqual([tool]);
  });

  it('[TA-14] must keep the options able to carry tools', async () => {
    const plainOptions = (request: ChatClientRequest): ChatClientRequest =>
      request.withPrompt(request.prompt.withOptions(new ChatOptions()));
    const run = (hooks: Hooks): Promise<ChatClientResponse> =>
      callThrough(scripted('never'), requestOf([U]), hooked(hooks));
    await expect(run({ before: plainOptions })).rejects.toThrow(IllegalStateException);
    await expect(run({ before: plainOptions })).rejects.toThrow('HookedAdvisor.doBeforeCall');
    await expect(run({ initialize: plainOptions })).rejects.toThrow('HookedAdvisor.doInitializeLoop');
    await expect(streamThrough(scripted('x'), requestOf([U]), hooked({ before: plainOptions }))).rejects.toThrow(
      'HookedAdvisor.doBeforeStream',
    );
  });

  it('[TA-15] run in a fixed order, and decide the next messages', async () => {
    const trace: string[] = [];
    const model = scripted('answer');
    await callThrough(model, requestOf([U]), hooked({}, new RecordingManager(), trace));
    expect(trace).toEqual(['doInitializeLoop', 'doBeforeCall', 'doAfterCall', 'checker', 'doFinalizeLoop 0']);

    trace.length = 0;
    const manager = new RecordingManager((prompt, response) => {
      trace.push('executeToolCalls');
      return extended(prompt, response, 'T1');
    });
    const seen: unknown[] = [];
    const next = [new UserMessage('verbatim')];
    const tracing = new PassingAdvisor(
      'tracing',
      INSIDE,
      (request) => {
        trace.push('model');
        return request;
      },
      (response) => response.mutate().context('inside', true).build(),
    );
    const advisor = hooked(
      {
        before: (request) => request.mutate().context('before', true).build(),
        after: (response) => response.mutate().context('after', true).build(),
        next: (request, response, result) => {
          seen.push(request.context, response.context, shorthand(result.conversationHistory));
          return next;
        },
      },
      manager,
      trace,
    );
    const asking = asks(call('tool1'), usageOf(10, 20));
    const longer = scripted(asking, says('answer', usageOf(1, 2)));
    await callThrough(longer, requestOf([U]), advisor, tracing);
    expect(trace).toEqual([
      'doInitializeLoop',
      'doBeforeCall',
      'model',
      'doAfterCall',
      'checker',
      'executeToolCalls',
      'doGetNextInstructionsForToolCall',
      'doBeforeCall',
      'model',
      'doAfterCall',
      'checker',
      'doFinalizeLoop 33',
    ]);
    expect(seen).toEqual([
      { before: true },
      { before: true, inside: true, after: true },
      ['U user', 'A(tc) tool1', 'T T1'],
    ]);
    expect(longer.prompts[1]?.instructions).toBe(next);
  });

  it('[TA-16] may replace the answer before anything looks at it', async () => {
    const replacement = asks(call('replaced'), usageOf(5, 5));
    const manager = new RecordingManager();
    const advisor = hooked(
      {
        after: (response) => (response.round === 0 ? response.mutate().chatResponse(replacement).build() : response),
      },
      manager,
    );
    const response = await callThrough(
      scripted(says('no call', usageOf(100, 100)), says('answer', usageOf(1, 1))),
      requestOf([U]),
      advisor,
    );
    expect(manager.calls.map((made) => made.response)).toEqual([replacement]);
    expect(tokensOf(response)).toEqual([6, 6, 12]);
  });

  it('[TA-17] finalize every turn that ends without an error, once', async () => {
    const final = (response: ChatClientResponse): ChatClientResponse =>
      response.mutate().context('final', true).build();
    const breach = new ToolCallLimitExceededException('tool1', 1, null);
    const managers: Readonly<Record<string, RecordingManager>> = {
      answer: new RecordingManager(),
      returnDirect: new RecordingManager((prompt, response) => extended(prompt, response, 'direct', true)),
      breach: new RecordingManager(() => {
        throw breach;
      }),
    };
    for (const manager of Object.values(managers)) {
      const trace: string[] = [];
      const model = scripted(asks(call('tool1'), usageOf(10, 20)), says('answer', usageOf(1, 2)));
      const response = await callThrough(model, requestOf([U]), hooked({ finalize: final }, manager, trace));
      const expected = manager === managers['answer'] ? 'doFinalizeLoop 33' : 'doFinalizeLoop 30';
      expect(trace.filter((hook) => hook.startsWith('doFinalizeLoop'))).toEqual([expected]);
      expect(response.context).toEqual({ final: true });

      manager.calls.length = 0;
      const again = scripted(asks(call('tool1'), usageOf(10, 20)), says('answer', usageOf(1, 2)));
      const chunks = await streamThrough(again, requestOf([U]), hooked({ finalize: final }, manager, trace));
      expect(trace.filter((hook) => hook.startsWith('doFinalizeLoop'))).toEqual([expected, expected]);
      expect(chunks.at(-1)?.context).toEqual({ final: true });
      expect(tokensOf(chunks.at(-1))).toEqual(tokensOf(response));
      expect(chunks.map(textOf).join('')).toBe(textOf(response));
    }
    const trace: string[] = [];
    const failing = new RecordingManager(() => {
      throw new RangeError('broken');
    });
    await expect(callThrough(scripted(call('tool1')), requestOf([U]), hooked({}, failing, trace))).rejects.toThrow(
      'broken',
    );
    expect(trace.some((hook) => hook.startsWith('doFinalizeLoop'))).toBe(false);
  });

  it('[CX-109] are written once for both modes', async () => {
    const traces = await Promise.all(
      (['call', 'stream'] as const).map(async (mode) => {
        const trace: string[] = [];
        const advisor = hooked({}, new RecordingManager(), trace);
        const model = scripted(call('tool1'), 'answer');
        if (mode === 'call') await callThrough(model, requestOf([U]), advisor);
        else await streamThrough(model, requestOf([U]), advisor);
        // While streaming, the checker also sees every chunk.
        return trace.filter((hook) => hook !== 'checker');
      }),
    );
    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]).toHaveLength(7);
  });
});

describe('The usage of a turn', () => {
  it('[TA-18] is the sum over its rounds', async () => {
    const model = scripted(asks(call('tool1'), usageOf(10, 20, 30)), says('answer', usageOf(1, 2, 3)));
    const response = await callThrough(model, requestOf([U]), plain(new RecordingManager()));
    expect(tokensOf(response)).toEqual([11, 22, 33]);
    expect(textOf(response)).toBe('answer');
    expect(response.chatResponse?.results).toHaveLength(1);
  });

  it('[TA-19] sums cache figures and loses the native object', async () => {
    const usage = (parts: readonly [number, number, number], read: number | null, write: number | null) =>
      usageOf(...parts, { cacheReadInputTokens: read, cacheWriteInputTokens: write, nativeUsage: { native: true } });
    const turn = async (
      first: readonly [number | null, number | null],
      second: readonly [number | null, number | null],
    ) => {
      const model = scripted(
        asks(call('tool1'), usage([10, 20, 30], ...first)),
        says('answer', usage([1, 2, 3], ...second)),
      );
      const response = await callThrough(model, requestOf([U]), plain(new RecordingManager()));
      return response.chatResponse?.metadata.usage;
    };
    expect(await turn([100, 5], [200, 0])).toEqual({
      promptTokens: 11,
      completionTokens: 22,
      totalTokens: 33,
      cacheReadInputTokens: 300,
      cacheWriteInputTokens: 5,
      nativeUsage: null,
    });
    expect(await turn([null, null], [null, null])).toMatchObject({
      cacheReadInputTokens: null,
      cacheWriteInputTokens: null,
    });
    expect(await turn([null, 5], [7, null])).toMatchObject({ cacheReadInputTokens: 7, cacheWriteInputTokens: 5 });
  });

  it('[TA-20] of one round is the usage of that round, untouched', async () => {
    const usage = usageOf(1, 2, 3, { nativeUsage: { native: true } });
    const response = await callThrough(scripted(says('answer', usage)), requestOf([U]), plain(new RecordingManager()));
    expect(response.chatResponse?.metadata.usage).toBe(usage);
  });

  it('[TA-21] is that of the earlier rounds if the last one reports none', async () => {
    const model = scripted(asks(call('tool1'), usageOf(10, 20, 30)), says('answer'));
    const response = await callThrough(model, requestOf([U]), plain(new RecordingManager()));
    expect(tokensOf(response)).toEqual([10, 20, 30]);
    expect(response.chatResponse?.metadata.id).toBe('text-id');
    expect(response.chatResponse?.metadata.model).toBe('text-model');
  });
});

describe('The end of a turn', () => {
  const direct = (prompt: never, response: never): ToolExecutionResult =>
    extended(prompt, response, 'Tool result data', true);

  it('[TA-22] comes with the results of tools that return directly', async () => {
    const model = scripted(asks(call('weather'), usageOf(1, 2, 3)));
    const manager = new RecordingManager((prompt, response) => direct(prompt as never, response as never));
    const response = await callThrough(model, requestOf([U]), plain(manager));
    expect(model.prompts).toHaveLength(1);
    expect(response.chatResponse?.results).toHaveLength(1);
    expect(textOf(response)).toBe('Tool result data');
    expect(response.chatResponse?.result?.metadata).toEqual({
      finishReason: 'returnDirect',
      toolId: 'call-weather',
      toolName: 'weather',
    });
    expect(response.chatResponse?.metadata.id).toBe('asks-id');
    expect(response.chatResponse?.metadata.model).toBe('asks-model');
    expect(tokensOf(response)).toEqual([1, 2, 3]);

    const later = new RecordingManager((prompt, reply, index) =>
      index === 0 ? extended(prompt, reply, 'T1') : direct(prompt as never, reply as never),
    );
    const longer = scripted(
      asks(call('tool1'), usageOf(10, 20, 30)),
      asks([call('weather'), call('news')], usageOf(1, 2, 3)),
    );
    const second = await callThrough(longer, requestOf([U]), plain(later));
    expect(longer.prompts).toHaveLength(2);
    expect(second.chatResponse?.results.map(({ metadata }) => metadata['toolName'])).toEqual(['weather', 'news']);
    expect(tokensOf(second)).toEqual([11, 22, 33]);
  });

  it('[TA-23] does not come while one tool of the round does not return directly', async () => {
    const tools = [new StubTool('direct', 'direct result', true), new StubTool('normal', 'normal result')];
    const options = ToolCallingChatOptions.builder().toolCallbacks(tools).build();
    const model = scripted([call('direct'), call('normal')], 'answer');
    const response = await callThrough(model, requestOf([U], options), ToolCallingAdvisor.builder().build());
    expect(textOf(response)).toBe('answer');
    expect(shorthand(model.prompts[1])).toEqual(['U user', 'A(tc) direct,normal', 'T direct result,normal result']);
  });

  it('[TA-24] comes with the breach of a limit, and keeps what was completed', async () => {
    const success = { id: '1', name: 'testTool', responseData: 'success' };
    const text =
      "Tool call limit (1) exceeded for tool 'testTool'. No further calls to this tool are allowed in this turn.";
    const breach = { id: '2', name: 'testTool', responseData: text };
    const manager = new RecordingManager((prompt, response) => {
      const history = [...prompt.instructions, response.results[0]!.output, new ToolResponseMessage([success, breach])];
      const partial = ToolExecutionResult.builder().conversationHistory(history).build();
      throw new ToolCallLimitExceededException('testTool', 1, partial);
    });
    const model = scripted(asks([call('testTool', '1'), call('testTool', '2')], usageOf(10, 20, 30)));
    const response = await callThrough(model, requestOf([U]), plain(manager));
    expect(model.prompts).toHaveLength(1);
    expect(response.chatResponse?.results).toHaveLength(1);
    expect(textOf(response)).toBe(text);
    expect(response.chatResponse?.result?.metadata).toEqual({
      finishReason: 'toolCallLimitExceeded',
      partialToolResponses: [success],
    });
    expect(tokensOf(response)).toEqual([10, 20, 30]);
  });

  it('[TA-25] comes with any other error of the manager, unchanged and without a retry', async () => {
    const error = new RangeError('broken');
    const manager = new RecordingManager(() => {
      throw error;
    });
    const model = scripted(call('tool1'), 'never');
    await expect(callThrough(model, requestOf([U]), plain(manager))).rejects.toBe(error);
    expect(manager.calls).toHaveLength(1);
    expect(model.prompts).toHaveLength(1);
  });

  it('[TA-29] is left to the limits of the manager if the model never stops asking', async () => {
    const tool = new StubTool('again');
    const options = ToolCallingChatOptions.builder().toolCallbacks(tool).build();
    const model = scripted(...Array.from({ length: 60 }, () => call('again')));
    const response = await callThrough(model, requestOf([U], options), ToolCallingAdvisor.builder().build());
    expect(tool.inputs).toHaveLength(40);
    expect(model.prompts).toHaveLength(41);
    expect(response.chatResponse?.result?.metadata.finishReason).toBe('toolCallLimitExceeded');
    expect(response.chatResponse?.result?.metadata['partialToolResponses']).toEqual([]);
  });
});
