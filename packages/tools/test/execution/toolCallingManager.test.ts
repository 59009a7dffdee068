import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import {
  AssistantMessage,
  ChatResponse,
  Generation,
  Prompt,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';
import {
  DefaultToolCallingManager,
  StaticToolCallbackResolver,
  ToolCallback,
  ToolCallingChatOptions,
  ToolCallingManager,
  type ToolContext,
  ToolDefinition,
  ToolExecutionException,
  type ToolExecutionExceptionProcessor,
} from '@toolwright/tools';
import {
  answerWith,
  assistantWith,
  callOf,
  directTool,
  failingTool,
  partialOf,
  promptWith,
  rejection,
  respond,
  responsesOf,
  texts,
  tool,
} from './testTools.js';

const manager = ToolCallingManager.builder().build();

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

describe('building a manager and its arguments', () => {
  it('[TM-01] refuses a missing collaborator', () => {
    const builder = () => ToolCallingManager.builder();
    expect(() =>
      builder()
        .toolCallbackResolver(null as never)
        .build(),
    ).toThrow(new IllegalArgumentException('toolCallbackResolver cannot be null'));
    expect(() =>
      builder()
        .toolExecutionExceptionProcessor(null as never)
        .build(),
    ).toThrow(new IllegalArgumentException('toolCallExceptionConverter cannot be null'));
    expect(() =>
      builder()
        .observationRegistry(null as never)
        .build(),
    ).toThrow(new IllegalArgumentException('observationRegistry cannot be null'));
    expect(builder().build()).toBeInstanceOf(DefaultToolCallingManager);
  });

  it('[TM-02] hands out the definitions of the options', () => {
    expect(() => manager.resolveToolDefinitions(null as never)).toThrow(
      new IllegalArgumentException('chatOptions cannot be null'),
    );
    const tools = [tool('toolA'), tool('toolB')];
    const options = ToolCallingChatOptions.builder().toolCallbacks(tools).build();
    expect(manager.resolveToolDefinitions(options)).toEqual(tools.map(({ definition }) => definition));
    expect(manager.resolveToolDefinitions(options)[0]).toBe(tools[0]?.definition);
    expect(manager.resolveToolDefinitions(ToolCallingChatOptions.builder().build())).toEqual([]);
  });

  it('[TM-03] refuses a missing prompt or response', async () => {
    const noPrompt = await rejection<Error>(manager.executeToolCalls(null as never, answerWith('toolA')));
    expect(noPrompt).toBeInstanceOf(IllegalArgumentException);
    expect(noPrompt.message).toBe('prompt cannot be null');
    const noResponse = await rejection<Error>(manager.executeToolCalls(promptWith([]), null as never));
    expect(noResponse).toBeInstanceOf(IllegalArgumentException);
    expect(noResponse.message).toBe('chatResponse cannot be null');
  });

  it('[TM-04] refuses a response without tool calls', async () => {
    for (const response of [new ChatResponse([]), new ChatResponse([new Generation(new AssistantMessage('Hello'))])]) {
      const error = await rejection<Error>(manager.executeToolCalls(promptWith([]), response));
      expect(error).toBeInstanceOf(IllegalStateException);
      expect(error.message).toBe('No tool call requested by the chat model');
    }
  });

  it('checks the numbers that it is built with', () => {
    const builder = ToolCallingManager.builder();
    expect(() => builder.executionConcurrency(0)).toThrow('executionConcurrency must be greater than 0');
    expect(() => builder.executionTimeout(0)).toThrow('executionTimeout must be greater than 0');
    expect(() => builder.maxUnknownToolCalls(-1)).toThrow('maxUnknownToolCalls must not be negative');
    expect(() => builder.executionTimeout(null)).not.toThrow();
  });

  it('[TX-23] refuses two attached tools with one name and looks once per list', async () => {
    const twice = ToolCallingChatOptions.builder()
      .toolCallbacks([tool('toolA'), tool('toolA')])
      .build();
    const message = 'Multiple tools with the same name (toolA) found in ToolCallingChatOptions';
    expect(() => manager.resolveToolDefinitions(twice)).toThrow(new IllegalStateException(message));
    const error = await rejection<Error>(manager.executeToolCalls(new Prompt('Go', twice), answerWith('toolA')));
    expect(error).toBeInstanceOf(IllegalStateException);
    expect(error.message).toBe(message);

    let looks = 0;
    class CountedToolCallback extends ToolCallback {
      override get definition(): ToolDefinition {
        looks++;
        return COUNTED;
      }
      override async call(): Promise<string> {
        return 'ok';
      }
    }
    const options = ToolCallingChatOptions.builder().toolCallbacks([new CountedToolCallback()]).build();
    manager.resolveToolDefinitions(options);
    const looksOfTheCheck = looks;
    expect(looksOfTheCheck).toBeGreaterThan(0);
    await manager.executeToolCalls(new Prompt('Go', options), answerWith('counted'));
    await manager.executeToolCalls(new Prompt('Go', options.mutate().model('other').build()), answerWith('counted'));
    manager.resolveToolDefinitions(options);
    expect(looks).toBe(looksOfTheCheck);
  });
});

const COUNTED = ToolDefinition.builder().name('counted').inputSchema('{}').build();

describe('running tool calls', () => {
  it('[TM-05] extends the history by the answer and the response', async () => {
    const prompt = promptWith([tool('toolA')]);
    const response = answerWith(callOf('toolA', '{}', 'call-1'));
    const result = await manager.executeToolCalls(prompt, response);
    expect(result.conversationHistory).toHaveLength(3);
    expect(result.conversationHistory[0]).toBe(prompt.instructions[0]);
    expect(result.conversationHistory[1]).toBe(response.results[0]?.output);
    expect(result.conversationHistory[2]).toBeInstanceOf(ToolResponseMessage);
    expect(responsesOf(result)).toEqual([{ id: 'call-1', name: 'toolA', responseData: 'Mission accomplished!' }]);
    expect(prompt.instructions).toHaveLength(1);
  });

  it('[TM-06] gives a tool empty arguments for missing ones', async () => {
    for (const args of [null, '', undefined, '  ']) {
      const testTool = tool('testTool');
      await respond([testTool], [{ ...callOf('testTool'), arguments: args as string }]);
      expect(testTool.inputs).toEqual(['{}']);
    }
    expect(logs.messages('warn')).toEqual(
      Array(4).fill('Tool call arguments are null or empty for tool: testTool. Using empty JSON object as default.'),
    );
  });

  it('[TM-07] passes arguments to the callback verbatim', async () => {
    const testTool = tool('testTool');
    const nested = '{ "order": {"items": [ {"qty": 1} ]} }';
    await respond([testTool], [callOf('testTool', nested), callOf('testTool', '{invalid json}')]);
    expect(testTool.inputs).toEqual([nested, '{invalid json}']);
  });

  it('[TM-08] answers several calls in one message, in order', async () => {
    const [toolA, toolB] = [tool('toolA', () => 'A'), tool('toolB', () => 'B')];
    expect(await respond([toolA, toolB], [callOf('toolB', '{}', '1'), callOf('toolA', '{}', '2')])).toEqual([
      { id: '1', name: 'toolB', responseData: 'B' },
      { id: '2', name: 'toolA', responseData: 'A' },
    ]);
    const twice = await respond([toolA], [callOf('toolA', '{"n":1}', '3'), callOf('toolA', '{"n":1}', '4')]);
    expect(twice.map(({ id }) => id)).toEqual(['3', '4']);
    expect(toolA.inputs).toHaveLength(3);
  });

  it('[TM-09] runs the calls of the first answer that has any and warns about the others', async () => {
    const [toolA, toolB] = [tool('toolA'), tool('toolB')];
    const response = new ChatResponse([
      new Generation(new AssistantMessage('Thinking')),
      new Generation(assistantWith('toolA')),
      new Generation(assistantWith('toolB')),
    ]);
    const result = await manager.executeToolCalls(promptWith([toolA, toolB]), response);
    expect(responsesOf(result).map(({ name }) => name)).toEqual(['toolA']);
    expect(result.conversationHistory).toHaveLength(3);
    expect(toolB.inputs).toEqual([]);
    expect(logs.messages('warn')).toEqual(["Only the first answer's tool calls are run; those of 1 more are dropped."]);
  });

  it('[TM-12] returns directly only if every tool does', async () => {
    const run = async (...tools: readonly ReturnType<typeof tool>[]) => {
      const names = tools.map(({ definition }) => definition.name);
      const result = await manager.executeToolCalls(promptWith(tools), answerWith(...names));
      expect(tools.map(({ inputs }) => inputs.length)).toEqual(tools.map(() => 1));
      return result.returnDirect;
    };
    expect(await run(directTool('a'))).toBe(true);
    expect(await run(directTool('a'), directTool('b'))).toBe(true);
    expect(await run(directTool('a'), tool('b'))).toBe(false);
  });

  it('[TM-13] shows the model a batch that has any error', async () => {
    const answering = ToolCallingManager.builder()
      .maxCallsPerTool('limited', 1)
      .onLimitExceeded('RETURN_ERROR_RESPONSE')
      .build();
    const tools = [directTool('direct'), directTool('limited'), failingTool('failing', 'no', { returnDirect: true })];
    const run = async (...names: readonly string[]) =>
      (await answering.executeToolCalls(promptWith(tools), answerWith(...names))).returnDirect;
    expect(await run('direct', 'limited')).toBe(true);
    expect(await run('direct', 'limited', 'limited')).toBe(false);
    expect(await run('direct', 'failing')).toBe(false);
    expect(await run('direct', 'missing')).toBe(false);
  });

  it('[TM-14] tells the model why a tool failed', async () => {
    expect(texts(await respond([failingTool('toolC')], ['toolC']))).toEqual(['You failed this city!']);
  });

  it('[TM-15] gives every tool of a batch one read-only copy of the context', async () => {
    const toolContext: Record<string, unknown> = { key: 'value' };
    const withContext = tool('withContext', (_input, context) => String(context?.get('key')));
    const without = tool('without');
    const prompt = new Prompt(
      'Go',
      ToolCallingChatOptions.builder().toolCallbacks([withContext, without]).toolContext(toolContext).build(),
    );
    toolContext['key'] = 'changed';
    const result = await manager.executeToolCalls(prompt, answerWith('withContext', 'without'));
    expect(texts(responsesOf(result))).toEqual(['value', 'Mission accomplished!']);
    const context = withContext.contexts[0] as ToolContext;
    expect(without.contexts[0]).toBe(context);
    expect(context.context).toEqual({ key: 'value' });
    expect(() => ((context.context as Record<string, unknown>)['key'] = 'x')).toThrow(TypeError);

    await manager.executeToolCalls(promptWith([withContext]), answerWith('withContext'));
    expect(withContext.contexts[1]?.context).toEqual({});
  });

  it('hands signal and turn state on to the tools', async () => {
    const signal = new AbortController().signal;
    const turn = new Map<string, unknown>();
    const counting = tool('counting', (_input, context) => {
      context?.turn.set('count', ((context.turn.get('count') as number | undefined) ?? 0) + 1);
      return 'ok';
    });
    await respond([counting], ['counting', 'counting'], manager, { signal, turn });
    await respond([counting], ['counting'], manager, { turn });
    expect(turn.get('count')).toBe(3);
    expect(counting.contexts[0]?.signal).toBe(signal);
  });

  it('does not share turn state between turns that bring none', async () => {
    const remembering = tool('remembering', (_input, context) => {
      const seen = context?.turn.has('seen') ?? false;
      context?.turn.set('seen', true);
      return String(seen);
    });
    const prompt = promptWith([remembering]);
    for (let turn = 0; turn < 2; turn++) {
      const result = await manager.executeToolCalls(prompt, answerWith('remembering'));
      expect(texts(responsesOf(result))).toEqual(['false']);
    }
  });

  it('[RC-13] answers with an empty text if a callback returns nothing', async () => {
    const nothing = [tool('null', () => null as never), tool('undefined', () => undefined as never)];
    expect(await respond(nothing, ['null', 'undefined'])).toEqual([
      { id: 'id-null', name: 'null', responseData: '' },
      { id: 'id-undefined', name: 'undefined', responseData: '' },
    ]);
  });
});

describe('tools that nobody knows', () => {
  const resolverOnly = tool('resolverOnlyTool');
  const throwing = () =>
    ToolCallingManager.builder()
      .toolCallbackResolver(new StaticToolCallbackResolver([resolverOnly]))
      .unknownToolBehavior('throw');

  it('[TM-10] end the turn if so configured, unless the resolver may be asked', async () => {
    const error = await rejection<Error>(respond([], ['resolverOnlyTool'], throwing().build()));
    expect(error).toBeInstanceOf(IllegalStateException);
    expect(error.message).toBe('No ToolCallback found for tool name: resolverOnlyTool');
    expect(resolverOnly.inputs).toEqual([]);
    expect(logs.messages('warn')).toHaveLength(1);
    const [warning] = logs.messages('warn');
    expect(warning).toMatch(/^LLM may have adapted the tool name 'resolverOnlyTool'/);
    expect(warning).toContain('McpToolNamePrefixGenerator');

    const withFallback = throwing().resolutionFallbackEnabled(true).build();
    expect(texts(await respond([], ['resolverOnlyTool'], withFallback))).toEqual(['Mission accomplished!']);
  });

  it('keep the results of the calls before them if they end the turn', async () => {
    const [before, after] = [tool('before'), tool('after')];
    const error = await rejection(respond([before, after], ['before', 'missing', 'after'], throwing().build()));
    expect(texts(responsesOf(partialOf(error)))).toEqual([
      'Mission accomplished!',
      "Unknown tool 'missing'. Available tools: before, after.",
    ]);
    expect(after.inputs).toEqual([]);
  });

  it('[TX-08] are answered with the names of the attached ones, closest first', async () => {
    const tools = [tool('listOrders'), tool('getWeather')];
    expect(await respond(tools, ['getWheather', 'listOrders'])).toEqual([
      {
        id: 'id-getWheather',
        name: 'getWheather',
        responseData: "Unknown tool 'getWheather'. Available tools: getWeather, listOrders.",
        isError: true,
        error: { code: 'UNKNOWN_TOOL', phase: 'resolve' },
      },
      { id: 'id-listOrders', name: 'listOrders', responseData: 'Mission accomplished!' },
    ]);
  });

  it('[TX-08] list at most 20 names and never those that only the resolver knows', async () => {
    const many = Array.from({ length: 30 }, (_, index) => tool(`tool${index}`));
    const [text] = texts(await respond(many, ['tool29x']));
    const listed = text!.replace(/^.*tools: (.*)\.$/, '$1').split(', ');
    expect(listed).toHaveLength(20);
    expect(listed[0]).toBe('tool29');

    const fallback = ToolCallingManager.builder()
      .toolCallbackResolver(new StaticToolCallbackResolver([tool('hidden')]))
      .resolutionFallbackEnabled(true)
      .build();
    expect(texts(await respond([], ['hiden'], fallback))).toEqual(["Unknown tool 'hiden'. Available tools: none."]);
    for (const name of ['', '  ', null as never, undefined as never]) {
      expect(texts(await respond([tool('toolA')], [callOf(name)], fallback))).toEqual([
        "Unknown tool ''. Available tools: toolA.",
      ]);
    }
  });

  it('[TX-08] end the turn after three answers', async () => {
    const prompt = promptWith([tool('toolA')]);
    const once = await manager.executeToolCalls(prompt, answerWith('x', 'y'));
    const twice = await manager
      .executeToolCalls(
        prompt.withInstructions(once.conversationHistory),
        answerWith('z', 'toolA', callOf('w'), callOf('toolA', '{}', 'late')),
      )
      .catch((error: unknown) => error);
    expect(twice).toBeInstanceOf(IllegalStateException);
    expect((twice as Error).message).toBe('No ToolCallback found for tool name: w');
    expect(texts(responsesOf(partialOf(twice)))).toEqual([
      "Unknown tool 'z'. Available tools: toolA.",
      'Mission accomplished!',
      "Unknown tool 'w'. Available tools: toolA.",
    ]);
    const nextTurn = prompt.withInstructions([...once.conversationHistory, new UserMessage('Again')]);
    expect(responsesOf(await manager.executeToolCalls(nextTurn, answerWith('x', 'y', 'z')))).toHaveLength(3);
    const none = ToolCallingManager.builder().maxUnknownToolCalls(0).build();
    await expect(respond([], ['x'], none)).rejects.toThrow('No ToolCallback found for tool name: x');
  });

  it('are not compared letter by letter, nor repeated, when the name is absurdly long', async () => {
    const [text] = texts(await respond([tool('toolA')], [callOf('x'.repeat(1_000_000))]));
    expect(text).toBe(`Unknown tool '${'x'.repeat(200)}…'. Available tools: toolA.`);
  });

  it('are offered to the hook of the caller after the resolver; its answers never end the turn', async () => {
    const hook = (name: string) => (name === 'hidden' ? 'Search for it first.' : undefined);
    const asked = ToolCallingManager.builder()
      .toolCallbackResolver(new StaticToolCallbackResolver([tool('other')]))
      .resolutionFallbackEnabled(true)
      .unknownToolBehavior('throw')
      .maxUnknownToolCalls(0)
      .build();
    const options = { unknownToolResponse: hook };
    expect(await respond([tool('toolA')], ['hidden', 'toolA', 'other'], asked, options)).toEqual([
      {
        id: 'id-hidden',
        name: 'hidden',
        responseData: 'Search for it first.',
        isError: true,
        error: { code: 'TOOL_NOT_AVAILABLE', phase: 'resolve' },
      },
      { id: 'id-toolA', name: 'toolA', responseData: 'Mission accomplished!' },
      { id: 'id-other', name: 'other', responseData: 'Mission accomplished!' },
    ]);
    await expect(respond([], ['missing'], asked, options)).rejects.toThrow(IllegalStateException);
  });
});

describe('calls that fail', () => {
  /** Remembers what it is asked and answers with the phase. */
  class RecordingProcessor implements ToolExecutionExceptionProcessor {
    readonly exceptions: ToolExecutionException[] = [];
    process(exception: ToolExecutionException): string {
      this.exceptions.push(exception);
      return `failed in ${exception.phase}`;
    }
  }

  it('[TX-07] reach the processor as tool execution exceptions with the phase', async () => {
    const boom = new TypeError('boom');
    const phased = (phase: 'arguments' | 'convert') => {
      const phasedTool: ReturnType<typeof tool> = tool(phase, () => {
        throw new ToolExecutionException(phasedTool.definition, boom, { phase });
      });
      return phasedTool;
    };
    const raw = tool('raw', () => {
      throw boom;
    });
    const processor = new RecordingProcessor();
    const recording = ToolCallingManager.builder()
      .toolExecutionExceptionProcessor(processor)
      .toolCallbackResolver({ resolve: () => Promise.reject(boom) })
      .resolutionFallbackEnabled(true)
      .build();
    const responses = await respond(
      [raw, phased('arguments'), phased('convert')],
      ['remote', 'raw', 'arguments', 'convert'],
      recording,
    );
    expect(processor.exceptions.map(({ phase }) => phase)).toEqual(['resolve', 'execute', 'arguments', 'convert']);
    expect(processor.exceptions.map(({ cause }) => cause)).toEqual([boom, boom, boom, boom]);
    expect(processor.exceptions.map(({ toolDefinition }) => toolDefinition.name)).toEqual([
      'remote',
      'raw',
      'arguments',
      'convert',
    ]);
    expect(processor.exceptions.every((exception) => exception instanceof ToolExecutionException)).toBe(true);
    expect(texts(responses)).toEqual([
      'failed in resolve',
      'failed in execute',
      'failed in arguments',
      'failed in convert',
    ]);
  });

  it('[TX-13] are marked, with code and phase, and successes are not', async () => {
    const badArguments: ReturnType<typeof tool> = tool('bad', () => {
      throw new ToolExecutionException(badArguments.definition, new Error('no city'), { phase: 'arguments' });
    });
    const responses = await respond([tool('good'), badArguments, failingTool('broken')], ['good', 'bad', 'broken']);
    expect(responses).toEqual([
      { id: 'id-good', name: 'good', responseData: 'Mission accomplished!' },
      {
        id: 'id-bad',
        name: 'bad',
        responseData: 'no city',
        isError: true,
        error: { code: 'INVALID_ARGUMENTS', phase: 'arguments' },
      },
      {
        id: 'id-broken',
        name: 'broken',
        responseData: 'You failed this city!',
        isError: true,
        error: { code: 'TOOL_FAILED', phase: 'execute' },
      },
    ]);
    expect(JSON.stringify(responses[0])).toBe('{"id":"id-good","name":"good","responseData":"Mission accomplished!"}');
  });

  it('[EX-15] may be decided asynchronously', async () => {
    const slow = ToolCallingManager.builder()
      .toolExecutionExceptionProcessor({ process: async ({ message }) => `late: ${message}` })
      .build();
    expect(texts(await respond([failingTool('toolC')], ['toolC'], slow))).toEqual(['late: You failed this city!']);
  });

  it('[TX-10] end the turn, unseen by processor and model, if the application gave no context value', async () => {
    const processor = new RecordingProcessor();
    const recording = ToolCallingManager.builder().toolExecutionExceptionProcessor(processor).build();
    const needy = tool('needy', (_input, context) => String(context?.require('tenantId')));
    const error = await rejection<ToolExecutionException>(
      respond([needy, tool('other')], ['needy', 'other'], recording),
    );
    expect(error).toBeInstanceOf(ToolExecutionException);
    expect(error.message).toBe("Tool context has no value for 'tenantId'");
    expect(processor.exceptions).toEqual([]);
    expect(texts(responsesOf(partialOf(error)))).toEqual(["Tool 'needy' failed.", 'Mission accomplished!']);
  });

  it('[TX-09] keep the results of their siblings', async () => {
    const rethrown = new Error('database is gone');
    const rethrowing = ToolCallingManager.builder()
      .toolExecutionExceptionProcessor({
        process: () => {
          throw rethrown;
        },
      })
      .build();
    const tools = [tool('a', () => 'A ok'), failingTool('b'), tool('c', () => 'C ok')];
    const prompt = promptWith(tools);
    const response = answerWith('a', 'b', 'c');
    const error = await rejection(rethrowing.executeToolCalls(prompt, response));
    expect(error).toBe(rethrown);
    const partial = partialOf(error);
    expect(partial.conversationHistory.slice(0, 2)).toEqual([prompt.instructions[0], response.results[0]?.output]);
    expect(responsesOf(partial)).toEqual([
      { id: 'id-a', name: 'a', responseData: 'A ok' },
      {
        id: 'id-b',
        name: 'b',
        responseData: "Tool 'b' failed.",
        isError: true,
        error: { code: 'TOOL_FAILED', phase: 'execute' },
      },
      { id: 'id-c', name: 'c', responseData: 'C ok' },
    ]);
    expect(partial.returnDirect).toBe(false);
    expect(JSON.stringify(error)).not.toContain('A ok');
  });

  it('are thrown in the order of the calls, whichever fails first', async () => {
    const slow = tool('slow', async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw new Error('slow');
    });
    const quick = tool('quick', () => {
      throw new Error('quick');
    });
    const rethrowing = ToolCallingManager.builder()
      .toolExecutionExceptionProcessor({
        process: (exception) => {
          throw exception;
        },
      })
      .build();
    await expect(respond([slow, quick], ['slow', 'quick'], rethrowing)).rejects.toThrow('slow');
    await expect(respond([slow, quick], ['quick', 'slow'], rethrowing)).rejects.toThrow('quick');
  });

  it('may throw anything', async () => {
    const throwing = (name: string, value: unknown) =>
      tool(name, () => {
        throw value;
      });
    const tools = [throwing('text', 'no'), throwing('nothing', undefined), throwing('bare', Object.create(null))];
    expect(texts(await respond(tools, ['text', 'nothing', 'bare']))).toEqual([
      'no',
      'Exception occurred in tool: nothing (undefined)',
      'Exception occurred in tool: bare (object)',
    ]);
  });

  it('may be rethrown as anything', async () => {
    const thrown = (value: unknown) =>
      rejection(
        respond(
          [failingTool('toolC')],
          ['toolC'],
          ToolCallingManager.builder()
            .toolExecutionExceptionProcessor({
              process: () => {
                throw value;
              },
            })
            .build(),
        ),
      );
    expect(await thrown('text')).toBe('text');
    const frozen = Object.freeze(new Error('frozen'));
    expect(await thrown(frozen)).toBe(frozen);
  });
});
