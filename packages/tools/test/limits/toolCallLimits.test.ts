import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, RecordingLogProvider } from '@toolwright/core';
import { AssistantMessage, type Message, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { ToolCallingManager, ToolCallLimitExceededException, ToolExecutionResult } from '@toolwright/tools';
import fc from 'fast-check';
import {
  answerWith,
  assistantWith,
  callOf,
  directTool,
  failingTool,
  partialOf,
  priorResponses,
  promptWith,
  rejection,
  respond,
  responsesOf,
  sleep,
  texts,
  tool,
} from '../execution/testTools.js';

// Unknown names are warned about, which would fill the output of the tests.
let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

const toolA = tool('toolA');
const toolB = tool('toolB');

/** Runs calls after this many responses of the running turn. */
function run(
  builder: ToolCallingManager.Builder,
  prior: readonly Message[],
  calls: readonly string[] = ['toolA'],
): Promise<ToolExecutionResult> {
  return builder
    .build()
    .executeToolCalls(promptWith([toolA, toolB], [new UserMessage('Go'), ...prior]), answerWith(...calls));
}

/** The breach that ends a run. */
async function breachOf(promise: Promise<unknown>): Promise<ToolCallLimitExceededException> {
  const error = await rejection<ToolCallLimitExceededException>(promise);
  expect(error).toBeInstanceOf(ToolCallLimitExceededException);
  return error;
}

describe('the limits of a turn', () => {
  it('[LI-01] are 40 per tool and 150 in total, and a breach throws', async () => {
    const builder = ToolCallingManager.builder();
    await expect(run(builder, [priorResponses('toolA', 39)])).resolves.toBeInstanceOf(ToolExecutionResult);
    expect((await breachOf(run(builder, [priorResponses('toolA', 40)]))).limit).toBe(40);
    const others = [1, 2, 3, 4].map((n) => priorResponses(`other${n}`, 37));
    await expect(run(builder, [...others, priorResponses('other5', 1)])).resolves.toBeInstanceOf(ToolExecutionResult);
    const total = await breachOf(run(builder, [...others, priorResponses('other5', 2)]));
    expect([total.toolName, total.limit]).toEqual([null, 150]);
  });

  it('[LI-02] end a turn at the 41st call of a tool', async () => {
    const breach = await breachOf(run(ToolCallingManager.builder(), [priorResponses('toolA', 40)]));
    expect([breach.toolName, breach.limit, breach.code]).toEqual(['toolA', 40, 'TOOL_CALL_LIMIT_EXCEEDED']);
  });

  it('[LI-03] are checked before a tool is looked up', async () => {
    const lookedUp: string[] = [];
    const builder = ToolCallingManager.builder()
      .toolCallbackResolver({
        resolve: (name) => {
          lookedUp.push(name);
          return toolA;
        },
      })
      .resolutionFallbackEnabled(true);
    const messages = [new UserMessage('Go'), priorResponses('toolB', 150)];
    const breach = await breachOf(builder.build().executeToolCalls(promptWith([], messages), answerWith('toolA')));
    expect([breach.toolName, breach.limit]).toEqual([null, 150]);
    expect(lookedUp).toEqual([]);
  });

  it('[LI-04] can be set for one tool and for the turn', async () => {
    const perTool = await breachOf(
      run(ToolCallingManager.builder().maxCallsPerTool('toolA', 1), [priorResponses('toolA', 1)]),
    );
    expect([perTool.toolName, perTool.limit]).toEqual(['toolA', 1]);
    expect(perTool.partialToolExecutionResult).toBeInstanceOf(ToolExecutionResult);
    const total = await breachOf(run(ToolCallingManager.builder().maxTotalToolCalls(1), [priorResponses('toolB', 1)]));
    expect([total.toolName, total.limit]).toEqual([null, 1]);
  });

  it('[LI-05] are named in the exception and in the response', async () => {
    expect(new ToolCallLimitExceededException('toolA', 1).message).toBe(
      "Tool call limit (1) exceeded for tool 'toolA'",
    );
    expect(new ToolCallLimitExceededException(null, 2).message).toBe(
      'Total tool call limit (2) exceeded for this turn',
    );
    const answering = () => ToolCallingManager.builder().onLimitExceeded('RETURN_ERROR_RESPONSE');
    const perTool = await run(answering().maxCallsPerTool('toolA', 1), [priorResponses('toolA', 1)]);
    expect(texts(responsesOf(perTool))).toEqual([
      "Tool call limit (1) exceeded for tool 'toolA'. No further calls to this tool are allowed in this turn.",
    ]);
    const total = await run(answering().maxTotalToolCalls(2), [priorResponses('toolB', 2)]);
    expect(texts(responsesOf(total))).toEqual([
      'Total tool call limit (2) exceeded for this turn. No further tool calls are allowed.',
    ]);
  });

  it('[LI-06] are reported per tool when one call breaches both', async () => {
    const builder = ToolCallingManager.builder().maxCallsPerTool('toolA', 1).maxTotalToolCalls(1);
    const breach = await breachOf(run(builder, [priorResponses('toolA', 1)]));
    expect(breach.toolName).toBe('toolA');
  });

  it('[LI-07] can be answered instead, and the other calls run', async () => {
    const limited = tool('limited');
    const other = tool('other');
    const manager = ToolCallingManager.builder()
      .maxCallsPerTool('limited', 1)
      .onLimitExceeded('RETURN_ERROR_RESPONSE')
      .build();
    const responses = await respond(
      [limited, other],
      [callOf('limited', '{}', '1'), callOf('limited', '{}', '2'), 'other'],
      manager,
    );
    expect(responses).toEqual([
      { id: '1', name: 'limited', responseData: 'Mission accomplished!' },
      {
        id: '2',
        name: 'limited',
        responseData:
          "Tool call limit (1) exceeded for tool 'limited'. No further calls to this tool are allowed in this turn.",
        isError: true,
        error: { code: 'LIMIT_EXCEEDED', phase: 'limits' },
      },
      { id: 'id-other', name: 'other', responseData: 'Mission accomplished!' },
    ]);
    expect(limited.inputs).toHaveLength(1);
  });

  it('[LI-08] count refused, unknown and failed calls of the turn', async () => {
    const manager = ToolCallingManager.builder()
      .maxCallsPerTool('toolA', 1)
      .maxTotalToolCalls(6)
      .onLimitExceeded('RETURN_ERROR_RESPONSE')
      .build();
    const tools = [tool('toolA'), failingTool('broken'), toolB];
    const first = await manager.executeToolCalls(
      promptWith(tools),
      answerWith('toolA', callOf('toolA', '{}', 'again'), 'missing', 'broken'),
    );
    expect(responsesOf(first).map(({ error }) => error?.code)).toEqual([
      undefined,
      'LIMIT_EXCEEDED',
      'UNKNOWN_TOOL',
      'TOOL_FAILED',
    ]);
    const second = await manager.executeToolCalls(
      promptWith(tools, first.conversationHistory),
      answerWith('toolB', callOf('toolB', '{}', '2'), callOf('toolB', '{}', '3')),
    );
    expect(texts(responsesOf(second))).toEqual([
      'Mission accomplished!',
      'Mission accomplished!',
      'Total tool call limit (6) exceeded for this turn. No further tool calls are allowed.',
    ]);
  });

  it('[LI-08] count a refused call of one tool for the turn within the same batch', async () => {
    const manager = ToolCallingManager.builder()
      .maxCallsPerTool('toolA', 1)
      .maxTotalToolCalls(2)
      .onLimitExceeded('RETURN_ERROR_RESPONSE')
      .build();
    expect(texts(await respond([toolA, toolB], ['toolA', 'toolA', 'toolB'], manager))).toEqual([
      'Mission accomplished!',
      "Tool call limit (1) exceeded for tool 'toolA'. No further calls to this tool are allowed in this turn.",
      'Total tool call limit (2) exceeded for this turn. No further tool calls are allowed.',
    ]);
  });

  it('[LI-09] spare an excluded tool, which still counts for the turn', async () => {
    const builder = ToolCallingManager.builder().maxCallsPerTool(1).excludeToolFromLimit('toolA');
    const result = await run(builder, [priorResponses('toolA', 3)]);
    expect(texts(responsesOf(result))).toEqual(['Mission accomplished!']);
    const total = await breachOf(run(builder.maxTotalToolCalls(3), [priorResponses('toolA', 3)], ['toolB']));
    expect([total.toolName, total.limit]).toEqual([null, 3]);
  });

  it('[LI-10] follow the later of an exclusion and a limit of one tool', async () => {
    const limited = ToolCallingManager.builder().excludeToolFromLimit('toolA').maxCallsPerTool('toolA', 3);
    expect((await breachOf(run(limited, [priorResponses('toolA', 3)]))).limit).toBe(3);
    const excluded = ToolCallingManager.builder().maxCallsPerTool('toolA', 3).excludeToolFromLimit('toolA');
    expect(texts(responsesOf(await run(excluded, [priorResponses('toolA', 45)])))).toEqual(['Mission accomplished!']);
  });

  it('[LI-11] can be lifted', async () => {
    const perTool = ToolCallingManager.builder().unlimitedCallsPerTool();
    expect(texts(responsesOf(await run(perTool, [priorResponses('toolA', 45)])))).toEqual(['Mission accomplished!']);
    const none = ToolCallingManager.builder().unlimitedCallsPerTool().unlimitedTotalToolCalls();
    expect(texts(responsesOf(await run(none, [priorResponses('toolA', 155)])))).toEqual(['Mission accomplished!']);
  });

  it('[LI-12] are checked when they are set', () => {
    const builder = ToolCallingManager.builder();
    const refused = (message: string) => new IllegalArgumentException(message);
    expect(() => builder.maxCallsPerTool(0)).toThrow(refused('maxCallsPerTool must be greater than 0'));
    expect(() => builder.maxCallsPerTool(-1)).toThrow(refused('maxCallsPerTool must be greater than 0'));
    expect(() => builder.maxCallsPerTool('toolA', 0)).toThrow(refused('maxCallsPerTool must be greater than 0'));
    expect(() => builder.maxTotalToolCalls(0)).toThrow(refused('maxTotalToolCalls must be greater than 0'));
    expect(() => builder.maxCallsPerTool(' ', 1)).toThrow(refused('toolName cannot be null or empty'));
    expect(() => builder.excludeToolFromLimit('')).toThrow(refused('toolName cannot be null or empty'));
    expect(() => builder.onLimitExceeded(null as never)).toThrow(refused('onLimitExceeded cannot be null'));
    for (const action of [() => builder.maxCallsPerTool(0), () => builder.onLimitExceeded(null as never)]) {
      expect(action).toThrow(IllegalArgumentException);
    }
  });

  it('[LI-13] count from the last user message on', async () => {
    const one = ToolCallingManager.builder().maxCallsPerTool('toolA', 1);
    expect(texts(responsesOf(await run(one, [priorResponses('toolA', 1), new UserMessage('And now?')])))).toEqual([
      'Mission accomplished!',
    ]);
    const total = ToolCallingManager.builder().maxTotalToolCalls(1);
    expect(texts(responsesOf(await run(total, [priorResponses('toolA', 10), new UserMessage('And now?')])))).toEqual([
      'Mission accomplished!',
    ]);
    const breach = await breachOf(
      run(one, [priorResponses('toolB', 1), new UserMessage('And now?'), priorResponses('toolA', 1)]),
    );
    expect(breach.toolName).toBe('toolA');
  });

  it('[LI-14] count everything without a user message', async () => {
    const manager = ToolCallingManager.builder().maxCallsPerTool('toolA', 2).build();
    const messages = [priorResponses('toolA', 1), new AssistantMessage('Hm'), priorResponses('toolA', 1)];
    const breach = await breachOf(manager.executeToolCalls(promptWith([toolA], messages), answerWith('toolA')));
    expect(breach.toolName).toBe('toolA');
  });
});

describe('a breach that throws', () => {
  it('[LI-15] comes after the calls before it have run', async () => {
    const [a, b, c] = [directTool('a'), directTool('b'), tool('c')];
    const manager = ToolCallingManager.builder().maxTotalToolCalls(2).build();
    const prompt = promptWith([a, b, c]);
    const response = answerWith('a', 'b', 'c', callOf('a', '{}', '4'));
    const breach = await breachOf(manager.executeToolCalls(prompt, response));
    expect([a, b, c].map(({ inputs }) => inputs.length)).toEqual([1, 1, 0]);
    const partial = breach.partialToolExecutionResult!;
    expect(partial.conversationHistory.slice(0, 2)).toEqual([prompt.instructions[0], response.results[0]?.output]);
    expect(partial.conversationHistory).toHaveLength(3);
    expect(texts(responsesOf(partial))).toEqual([
      'Mission accomplished!',
      'Mission accomplished!',
      'Total tool call limit (2) exceeded for this turn. No further tool calls are allowed.',
    ]);
    expect(partial.returnDirect).toBe(true);
  });

  it('[LI-15] is returned directly only if all calls before it are, and never without one', async () => {
    const manager = ToolCallingManager.builder().maxTotalToolCalls(2).build();
    const mixed = await breachOf(respond([directTool('a'), tool('b')], ['a', 'b', 'a'], manager));
    expect(mixed.partialToolExecutionResult?.returnDirect).toBe(false);
    const messages = [new UserMessage('Go'), priorResponses('a', 2)];
    const none = await breachOf(manager.executeToolCalls(promptWith([directTool('a')], messages), answerWith('a')));
    expect(none.partialToolExecutionResult?.returnDirect).toBe(false);
    expect(responsesOf(none.partialToolExecutionResult!)).toHaveLength(1);
  });

  it('[LI-16] can be turned into an answer for the caller', async () => {
    const manager = ToolCallingManager.builder().maxTotalToolCalls(1).build();
    const breach = await breachOf(respond([toolA, toolB], ['toolA', 'toolB'], manager));
    const generation = breach.buildGeneration();
    expect(generation.output.text).toBe(
      'Total tool call limit (1) exceeded for this turn. No further tool calls are allowed.',
    );
    expect(generation.metadata).toEqual({
      finishReason: 'toolCallLimitExceeded',
      partialToolResponses: [{ id: 'id-toolA', name: 'toolA', responseData: 'Mission accomplished!' }],
    });

    const messages = [new UserMessage('Go'), priorResponses('toolA', 1)];
    const first = await breachOf(manager.executeToolCalls(promptWith([toolA], messages), answerWith('toolA')));
    expect(first.buildGeneration().metadata['partialToolResponses']).toEqual([]);

    const written = ToolExecutionResult.builder()
      .conversationHistory([
        new ToolResponseMessage([
          { id: '1', name: 'a', responseData: 'ok' },
          { id: '2', name: 'a', responseData: 'Enough is enough' },
        ]),
      ])
      .build();
    const own = new ToolCallLimitExceededException('a', 1, written).buildGeneration();
    expect(own.output.text).toBe('Enough is enough');
    expect(own.metadata).toEqual({
      finishReason: 'toolCallLimitExceeded',
      partialToolResponses: [{ id: '1', name: 'a', responseData: 'ok' }],
    });

    const empty = new ToolCallLimitExceededException(null, 2, ToolExecutionResult.builder().build());
    expect(empty.buildGeneration().output.text).toBe('Total tool call limit (2) exceeded for this turn');
    expect(empty.buildGeneration().metadata['partialToolResponses']).toEqual([]);
  });

  it('keeps the conversation out of what loggers enumerate', async () => {
    const manager = ToolCallingManager.builder().maxTotalToolCalls(1).build();
    const breach = await breachOf(respond([toolA, toolB], ['toolA', 'toolB'], manager));
    expect(partialOf(breach)).toBeInstanceOf(ToolExecutionResult);
    expect(JSON.stringify(breach)).not.toContain('Mission accomplished!');
  });
});

describe('limits and concurrency', () => {
  it('[LI-20] are decided for the whole batch before anything starts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c', 'missing'), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom('THROW', 'RETURN_ERROR_RESPONSE'),
        async (names, maxCallsPerTool, maxTotalToolCalls, onLimitExceeded) => {
          const outcomeWith = async (concurrency: number) => {
            const started: string[] = [];
            const tools = ['a', 'b', 'c'].map((name, index) =>
              tool(name, async () => {
                started.push(name);
                await sleep(2 - index);
                return `${name} done`;
              }),
            );
            const manager = ToolCallingManager.builder()
              .maxCallsPerTool(maxCallsPerTool)
              .maxTotalToolCalls(maxTotalToolCalls)
              .onLimitExceeded(onLimitExceeded)
              .executionConcurrency(concurrency)
              .build();
            const calls = names.map((name, index) => callOf(name, '{}', `${index}`));
            try {
              return { responses: await respond(tools, calls, manager), started };
            } catch (error) {
              return { message: (error as Error).message, responses: responsesOf(partialOf(error)), started };
            }
          };
          expect(await outcomeWith(8)).toEqual(await outcomeWith(1));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('[LI-20] start nothing after the call that breaches, even if it could run at the same time', async () => {
    const started: string[] = [];
    const slow = tool('slow', async () => {
      started.push('slow');
      await sleep(10);
      return 'ok';
    });
    const quick = tool('quick', () => {
      started.push('quick');
      return 'ok';
    });
    const manager = ToolCallingManager.builder().maxCallsPerTool('slow', 1).build();
    await breachOf(respond([slow, quick], ['slow', 'slow', 'quick'], manager));
    expect(started).toEqual(['slow']);
  });

  it('[LI-21] are counted for each turn from its own prompt', async () => {
    const manager = ToolCallingManager.builder().maxCallsPerTool(2).build();
    const turn = async (prior: number) => {
      const messages: Message[] = [new UserMessage('Go')];
      if (prior > 0) messages.push(assistantWith('toolA'), priorResponses('toolA', prior));
      const slow = tool('toolA', async () => {
        await sleep(1);
        return 'ok';
      });
      return manager
        .executeToolCalls(promptWith([slow], messages), answerWith('toolA'))
        .then(responsesOf)
        .then(texts, (error: unknown) => (error as ToolCallLimitExceededException).limit);
    };
    const turns = await Promise.all(Array.from({ length: 60 }, (_, index) => turn(index % 3)));
    expect(turns).toEqual(Array.from({ length: 60 }, (_, index) => (index % 3 === 2 ? 2 : ['ok'])));
  });

  it('reads only the running turn, however long the conversation is', async () => {
    let reads = 0;
    const history: Message[] = Array.from({ length: 1000 }, () => {
      const message = new ToolResponseMessage([]);
      return new Proxy(message, {
        get: (target, key, receiver) => {
          reads++;
          return Reflect.get(target, key, receiver);
        },
      });
    });
    await ToolCallingManager.builder()
      .build()
      .executeToolCalls(promptWith([toolA], [...history, new UserMessage('Go')]), answerWith('toolA'));
    expect(reads).toBe(0);
  });
});
