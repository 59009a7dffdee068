import { afterEach, describe, expect, it } from '@jest/globals';
import { ToolCallingAutoConfiguration } from '@toolwright/autoconfigure';
import { NamedLimitsToolCallingManager } from '../dist/tool-calling/NamedLimitsToolCallingManager.js';
import { type ApplicationContext, Bean, Configuration } from '@toolwright/boot';
import { type ClassType, IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import { ApplicationContextRunner } from '@toolwright/testing';
import { AssistantMessage, ChatModel, ChatResponse, Generation } from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import {
  DefaultToolCallingManager,
  DefaultToolExecutionExceptionProcessor,
  DelegatingToolCallbackResolver,
  StaticToolCallbackResolver,
  ToolCallback,
  ToolCallbackProvider,
  ToolCallbackResolver,
  type ToolCallingChatOptions,
  ToolCallingManager,
  FunctionToolCallback,
  ToolApprovalHandler,
  ToolCallListener,
  type ToolCallSuccessEvent,
  ToolMetadata,
  ToolUserError,
  ToolCallLimitExceededException,
  ToolExecutionException,
  ToolExecutionExceptionProcessor,
} from '@toolwright/tools';
import { lastResponses, promptAfter, responseCalling, TestToolCallback } from './support/tools.js';

const runner = new ApplicationContextRunner().withAutoConfiguration(ToolCallingAutoConfiguration);

let context: ApplicationContext | undefined;
afterEach(async () => {
  await context?.close();
  context = undefined;
});

async function start(
  properties: Readonly<Record<string, string>> = {},
  ...configurations: ClassType[]
): Promise<ApplicationContext> {
  context = await runner
    .withPropertyValues(properties)
    .withUserConfiguration(...configurations)
    .start();
  return context;
}

async function managerWith(properties: Readonly<Record<string, string>> = {}): Promise<ToolCallingManager> {
  return (await start(properties)).get(ToolCallingManager);
}

const toolA = new TestToolCallback('toolA');
const getForecast = new TestToolCallback('getForecast');
const failing = new TestToolCallback(
  'failing',
  new ToolExecutionException(new TestToolCallback('failing').definition, new Error('Test error')),
);

async function breachOf(run: Promise<unknown>): Promise<{ toolName: string | null; limit: number }> {
  const error: unknown = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ToolCallLimitExceededException)) throw new Error(`expected a breach, got ${String(error)}`);
  return { toolName: error.toolName, limit: error.limit };
}

describe('the limits of a turn', () => {
  const OFF = { maxRounds: Infinity, maxDuration: Infinity, maxTokens: Infinity, maxCost: Infinity };

  it('[BG-01] [BG-02] [BG-03] [BG-04] come from properties', async () => {
    const manager = await managerWith({
      'tools.limits.max-rounds': '3',
      'tools.limits.max-duration': '2s',
      'tools.limits.max-tokens': '1000',
      'tools.limits.max-cost': '0.05',
      'tools.prices.small.input': '0.25',
      'tools.prices.small.output': '1.5',
      'tools.prices[gpt-4.1].input': '2',
      'tools.prices[gpt-4.1].output': '8',
    });
    const { turnLimits } = manager;
    expect(turnLimits).toMatchObject({ maxRounds: 3, maxDuration: 2000, maxTokens: 1000, maxCost: 0.05 });
    expect(turnLimits.prices.find('small')).toMatchObject({ input: 0.25, output: 1.5 });
    expect(turnLimits.prices.find('gpt-4.1-2025-04-14')).toMatchObject({ input: 2, output: 8 });
  });

  it('are off by default', async () => {
    expect((await managerWith()).turnLimits).toMatchObject(OFF);
    const off = { 'tools.limits.max-rounds': '-1', 'tools.limits.max-tokens': '-1' };
    expect((await managerWith(off)).turnLimits).toMatchObject(OFF);
  });

  it('hold with limits of single tools too', async () => {
    const manager = await managerWith({
      'tools.limits.max-calls-per-tool.toolA': '1',
      'tools.limits.max-rounds': '3',
      'tools.limits.on-limit-exceeded': 'final-answer',
    });
    expect(manager).toBeInstanceOf(NamedLimitsToolCallingManager);
    expect(manager.turnLimits.maxRounds).toBe(3);
    expect(manager.onLimitExceeded).toBe('FINAL_ANSWER');
  });

  it.each([
    ['max-rounds', '0', 'maxRounds must be greater than 0, or -1 for no limit'],
    ['max-tokens', '-2', 'maxTokens must be greater than 0, or -1 for no limit'],
    ['max-duration', '0s', 'maxDuration must not be less than 1'],
    ['max-cost', '0', 'maxCost must be a positive number'],
  ])('cannot be %s=%s', async (name, value, message) => {
    const failure = await managerWith({ [`tools.limits.${name}`]: value }).catch((error: unknown) => String(error));
    expect(failure).toContain(message);
    expect(failure).toContain(`tools.limits.${name}`);
  });

  it.each([
    ['tools.prices.small.input', '-1', 'input must not be less than 0'],
    ['tools.prices.small.output', 'cheap', "'cheap' is not a valid number"],
  ])('[BG-04] cannot have the price %s=%s', async (key, value, reason) => {
    const prices = { 'tools.prices.small.input': '1', 'tools.prices.small.output': '1', [key]: value };
    const failure = await managerWith(prices).catch((error: unknown) => String(error));
    expect(failure).toContain(reason);
    expect(failure).toContain(key);
  });

  it('[BG-04] cannot have half a price', async () => {
    const failure = await managerWith({ 'tools.prices.small.input': '1' }).catch((error: unknown) => String(error));
    expect(failure).toContain('tools.prices.small.output');
  });

  it('[BG-04] fail the start for a model without a price, naming the keys to add', async () => {
    @Configuration()
    class Model {
      @Bean()
      chatModel(): ChatModel {
        return new OfflineChatModel();
      }
    }
    const limit = { 'tools.limits.max-cost': '0.05' };
    const failure = await start(limit, Model).catch((error: unknown) => error);
    expect(String((failure as Error).cause ?? failure)).toContain(
      "There is no price for model 'offline'. Add tools.prices[offline].input and tools.prices[offline].output, " +
        'per million tokens.',
    );
    const priced = { ...limit, 'tools.prices[offline].input': '0', 'tools.prices[offline].output': '0' };
    expect((await start(priced, Model)).get(ToolCallingManager).turnLimits.maxCost).toBe(0.05);
    expect((await start({}, Model)).get(ToolCallingManager).turnLimits.maxCost).toBe(Infinity);
  });

  it('[BP-07e] [BG-06] name the three things that a breach can do', async () => {
    const failure = await managerWith({ 'tools.limits.on-limit-exceeded': 'explode' }).catch((error: unknown) => error);
    expect(String(failure)).toContain('one of FINAL_ANSWER, RETURN_ERROR_RESPONSE, THROW');
  });
});

describe('the cache of results', () => {
  /** Runs one call of a cached tool twice with a pause between; the number of runs. */
  async function runsOf(properties: Readonly<Record<string, string>>): Promise<number> {
    const manager = await managerWith(properties);
    let runs = 0;
    const tool = FunctionToolCallback.builder('count', () => ++runs)
      .toolMetadata(ToolMetadata.builder().attributes({ idempotent: true, cache: {} }).build())
      .build();
    await manager.executeToolCalls(promptAfter([tool]), responseCalling('count'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await manager.executeToolCalls(promptAfter([tool]), responseCalling('count'));
    return runs;
  }

  it('[RT-06] keeps results for a minute, for tools.cache.ttl, or not at all', async () => {
    expect(await runsOf({})).toBe(1);
    expect(await runsOf({ 'tools.cache.ttl': '20ms' })).toBe(2);
    expect(await runsOf({ 'tools.cache.enabled': 'false' })).toBe(2);
    expect(await runsOf({ 'tools.cache.max-chars': '1' })).toBe(1);
  });
});

describe('the context of tools', () => {
  async function placeOf(properties: Readonly<Record<string, string>>, toolContext = {}): Promise<unknown> {
    const manager = await managerWith(properties);
    const where = FunctionToolCallback.builder('where', (_input, toolContext) => [
      toolContext?.locale,
      toolContext?.timeZone,
    ])
      .inputSchema('{"type":"object"}')
      .build();
    const prompt = promptAfter([where]);
    const options = (prompt.options as ToolCallingChatOptions).mutate().toolContext(toolContext).build();
    const result = await manager.executeToolCalls(prompt.withOptions(options), responseCalling('where'));
    return JSON.parse(lastResponses(result.conversationHistory)[0] ?? 'null');
  }

  it('[EG-05] is where the process, the property or the request says', async () => {
    const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(await placeOf({})).toEqual([locale, timeZone]);
    const german = { 'tools.context.locale': 'de-DE', 'tools.context.time-zone': 'Europe/Berlin' };
    expect(await placeOf(german)).toEqual(['de-DE', 'Europe/Berlin']);
    expect(await placeOf(german, { locale: 'ko-KR', timeZone: 'Asia/Seoul' })).toEqual(['ko-KR', 'Asia/Seoul']);
  });

  it.each([
    ['locale', '!', "locale must be a language tag such as ko-KR, but is '!'"],
    ['time-zone', 'Mars/Olympus', "timeZone must be a time zone such as Asia/Seoul, but is 'Mars/Olympus'"],
  ])('cannot be %s=%s', async (key, value, reason) => {
    const failure = await managerWith({ [`tools.context.${key}`]: value }).catch((error: unknown) => error);
    expect(String((failure as Error).cause ?? failure)).toContain(
      `Invalid value '${value}' for configuration property 'tools.context.${key}': ${reason}`,
    );
  });
});

describe('tool calling defaults', () => {
  it('[BX-01] registers resolver, exception processor and manager', async () => {
    const started = await start();
    expect(started.get(ToolCallbackResolver)).toBeInstanceOf(DelegatingToolCallbackResolver);
    expect(started.get(ToolExecutionExceptionProcessor)).toBeInstanceOf(DefaultToolExecutionExceptionProcessor);
    expect(started.get(ToolCallingManager)).toBeInstanceOf(DefaultToolCallingManager);
  });

  const ownResolver = new StaticToolCallbackResolver([]);
  const ownProcessor = DefaultToolExecutionExceptionProcessor.builder().build();
  const ownManager = ToolCallingManager.builder().build();

  @Configuration()
  class OwnResolver {
    @Bean()
    resolver(): ToolCallbackResolver {
      return ownResolver;
    }
  }

  @Configuration()
  class OwnProcessor {
    @Bean()
    processor(): ToolExecutionExceptionProcessor {
      return ownProcessor;
    }
  }

  @Configuration()
  class OwnManager {
    @Bean()
    manager(): ToolCallingManager {
      return ownManager;
    }
  }

  it('[BX-02a] [TR-07] lets an own resolver replace the default, the others stay', async () => {
    const started = await start({}, OwnResolver);
    expect(started.get(ToolCallbackResolver)).toBe(ownResolver);
    expect(started.get(ToolCallingManager)).toBeInstanceOf(DefaultToolCallingManager);
  });

  it('[BX-02b] lets an own processor replace the default, the others stay', async () => {
    const started = await start({}, OwnProcessor);
    expect(started.get(ToolExecutionExceptionProcessor)).toBe(ownProcessor);
    expect(started.get(ToolCallbackResolver)).toBeInstanceOf(DelegatingToolCallbackResolver);
  });

  it('[BX-02c] lets an own manager replace the default, the others stay', async () => {
    const started = await start({}, OwnManager);
    expect(started.get(ToolCallingManager)).toBe(ownManager);
    expect(started.get(ToolExecutionExceptionProcessor)).toBeInstanceOf(DefaultToolExecutionExceptionProcessor);
  });
});

describe('the resolver', () => {
  const forecast = new TestToolCallback('getForecast');
  const fromProvider = new TestToolCallback('providerTool');
  const duplicate = new TestToolCallback('getForecast');
  let asked = 0;

  class CountingProvider extends ToolCallbackProvider {
    override toolCallbacks(): readonly ToolCallback[] {
      asked += 1;
      return [fromProvider, duplicate];
    }
  }

  class RemoteProvider extends ToolCallbackProvider {
    override get remote(): boolean {
      return true;
    }

    override toolCallbacks(): readonly ToolCallback[] {
      throw new Error('a remote provider must not be asked at start');
    }
  }

  class SpecialRemoteProvider extends RemoteProvider {}

  const provider = new CountingProvider();

  @Configuration()
  class Tools {
    @Bean()
    forecast(): ToolCallback {
      return forecast;
    }

    @Bean()
    provider(): ToolCallbackProvider {
      return provider;
    }

    @Bean()
    sameProviderAgain(): ToolCallbackProvider {
      return provider;
    }
  }

  @Configuration()
  class RemoteTools {
    @Bean()
    remote(): ToolCallbackProvider {
      return new RemoteProvider();
    }

    @Bean()
    specialRemote(): SpecialRemoteProvider {
      return new SpecialRemoteProvider();
    }
  }

  it('[BX-03] [TR-05] finds every tool of callbacks and providers by name, each provider once', async () => {
    asked = 0;
    const resolver = (await start({}, Tools)).get(ToolCallbackResolver);
    expect(await resolver.resolve('getForecast')).toBe(forecast);
    expect(await resolver.resolve('providerTool')).toBe(fromProvider);
    expect(await resolver.resolve('NonExisting')).toBeNull();
    expect(asked).toBe(1);
  });

  it('[BX-04] [TR-06] never asks remote providers, subclasses included', async () => {
    const resolver = (await start({}, RemoteTools)).get(ToolCallbackResolver);
    expect(await resolver.resolve('anything')).toBeNull();
  });

  it('[BX-06] [TR-08] is used for names that the request does not carry only with the fallback', async () => {
    const off = (await start({}, Tools)).get(ToolCallingManager);
    const answered = await off.executeToolCalls(promptAfter([toolA]), responseCalling('getForecast'));
    expect(lastResponses(answered.conversationHistory)).toEqual([
      "Unknown tool 'getForecast'. Available tools: toolA.",
    ]);
    await context?.close();
    const on = (await start({ 'tools.resolution.fallback.enabled': 'true' }, Tools)).get(ToolCallingManager);
    const executed = await on.executeToolCalls(promptAfter([toolA]), responseCalling('getForecast'));
    expect(lastResponses(executed.conversationHistory)).toEqual(['Mission accomplished!']);
  });
});

describe('failing tools', () => {
  it('[BX-05] [EX-09] tell the model by default', async () => {
    const result = await (await managerWith()).executeToolCalls(promptAfter([failing]), responseCalling('failing'));
    expect(lastResponses(result.conversationHistory)).toEqual(['Test error']);
  });

  it('[BX-05] [EX-09] end the turn with tools.throw-exception-on-error=true', async () => {
    const manager = await managerWith({ 'tools.throw-exception-on-error': 'true' });
    await expect(manager.executeToolCalls(promptAfter([failing]), responseCalling('failing'))).rejects.toThrow(
      'Test error',
    );
  });
});

describe('what the model is told', () => {
  const userError = new TestToolCallback('userError', new ToolUserError('No order 1043'));
  const internal = new TestToolCallback('internal', new Error('connect to 10.0.0.5'));
  const masked = (name: string) => new RegExp(`^The tool '${name}' failed\\. Reference: [0-9a-f-]{36}\\.$`);

  async function told(properties: Readonly<Record<string, string>>, ...names: string[]): Promise<readonly string[]> {
    const manager = await managerWith(properties);
    const result = await manager.executeToolCalls(promptAfter([userError, internal]), responseCalling(...names));
    return lastResponses(result.conversationHistory);
  }

  it('[TX-11] is only what was written for it with tools.errors.expose=user-errors', async () => {
    expect(await told({ 'tools.errors.expose': 'user-errors' }, 'userError', 'internal')).toEqual([
      'No order 1043',
      expect.stringMatching(masked('internal')),
    ]);
  });

  it('is nothing with tools.errors.expose=none, and everything by default', async () => {
    expect(await told({ 'tools.errors.expose': 'none' }, 'userError')).toEqual([
      expect.stringMatching(masked('userError')),
    ]);
    await context?.close();
    expect(await told({}, 'userError', 'internal')).toEqual(['No order 1043', 'connect to 10.0.0.5']);
  });

  it('ends the turn on other failures if that is wanted too', async () => {
    const properties = { 'tools.errors.expose': 'user-errors', 'tools.throw-exception-on-error': 'true' };
    await expect(told(properties, 'internal')).rejects.toThrow('connect to 10.0.0.5');
  });

  it('[TX-14] is JSON with tools.errors.format=json', async () => {
    expect(await told({ 'tools.errors.format': 'json' }, 'userError')).toEqual([
      '{"error":{"code":"TOOL_FAILED","message":"No order 1043"}}',
    ]);
  });

  const echo = FunctionToolCallback.builder<object>('echo', () => 'a long text')
    .inputSchema('{"type":"object","properties":{},"additionalProperties":false}')
    .build();

  async function echoed(properties: Readonly<Record<string, string>>, args = '{}'): Promise<string | undefined> {
    const manager = await managerWith(properties);
    const toolCalls = [{ id: '1', type: 'function', name: 'echo', arguments: args }];
    const response = new ChatResponse([new Generation(new AssistantMessage('', { toolCalls }))]);
    return lastResponses((await manager.executeToolCalls(promptAfter([echo]), response)).conversationHistory)[0];
  }

  it('[RC-14] has no quotes with tools.result-converter=text', async () => {
    expect(await echoed({ 'tools.result-converter': 'text' })).toBe('a long text');
  });

  it('[TX-12] is no more than tools.results.max-chars', async () => {
    expect(await echoed({ 'tools.results.max-chars': '5' })).toBe('"a lo… [truncated: 5 of 13 characters]');
    await context?.close();
    await expect(managerWith({ 'tools.results.max-chars': '0' })).rejects.toThrow('tools.results.max-chars');
  });

  it('is an error for unknown arguments with tools.arguments.unknown=reject', async () => {
    expect(await echoed({ 'tools.arguments.unknown': 'reject' }, '{"a":1}')).toContain('Invalid arguments');
    await context?.close();
    expect(await echoed({}, '{"a":1}')).toBe('"a long text"');
  });

  it('[TX-24] is that a call was made already with tools.limits.max-identical-calls', async () => {
    const manager = await managerWith({ 'tools.limits.max-identical-calls': '2' });
    const result = await manager.executeToolCalls(promptAfter([toolA], { toolA: 2 }), responseCalling('toolA'));
    expect(lastResponses(result.conversationHistory)).toEqual([
      'This exact call was already made; its result has not changed.',
    ]);
  });
});

describe('unknown tools', () => {
  const call = (manager: ToolCallingManager, ...names: string[]) =>
    manager.executeToolCalls(promptAfter([toolA]), responseCalling(...names));

  it('[TX-08] are answered up to three times, or as often as tools.unknown-tool.max says', async () => {
    const byDefault = await managerWith();
    const answered = await call(byDefault, 'x', 'y', 'z');
    expect(lastResponses(answered.conversationHistory)).toEqual(
      ['x', 'y', 'z'].map((name) => `Unknown tool '${name}'. Available tools: toolA.`),
    );
    await expect(call(byDefault, 'x', 'y', 'z', 'w')).rejects.toThrow(
      new IllegalStateException('No ToolCallback found for tool name: w'),
    );
    await context?.close();
    const once = await managerWith({ 'tools.unknown-tool.max': '1' });
    await expect(call(once, 'x', 'y')).rejects.toThrow(
      new IllegalStateException('No ToolCallback found for tool name: y'),
    );
  });

  it.each(['throw', 'THROW'])('[TX-08] [TM-10] end the turn with tools.unknown-tool.behavior=%s', async (behavior) => {
    const manager = await managerWith({ 'tools.unknown-tool.behavior': behavior });
    await expect(call(manager, 'x')).rejects.toThrow(
      new IllegalStateException('No ToolCallback found for tool name: x'),
    );
  });
});

describe('the execution of tools', () => {
  async function mostAtOnce(properties: Readonly<Record<string, string>>): Promise<number> {
    const manager = await managerWith(properties);
    let running = 0;
    let most = 0;
    const slow = FunctionToolCallback.builder('slow', async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
    }).build();
    await manager.executeToolCalls(promptAfter([slow]), responseCalling(...Array<string>(12).fill('slow')));
    return most;
  }

  it('[TX-01] runs 8 calls at a time, or as many as tools.execution.concurrency says', async () => {
    expect(await mostAtOnce({})).toBe(8);
    await context?.close();
    expect(await mostAtOnce({ 'tools.execution.concurrency': '2' })).toBe(2);
    await context?.close();
    await expect(managerWith({ 'tools.execution.concurrency': '0' })).rejects.toThrow('tools.execution.concurrency');
  });

  it('[TX-02] takes no longer than tools.execution.timeout', async () => {
    const manager = await managerWith({ 'tools.execution.timeout': '20ms' });
    const hanging = FunctionToolCallback.builder('hanging', () => new Promise(() => undefined)).build();
    const result = await manager.executeToolCalls(promptAfter([hanging]), responseCalling('hanging'));
    expect(lastResponses(result.conversationHistory)).toEqual(["Tool 'hanging' timed out after 20ms"]);
  });
});

describe('beans around tool calls', () => {
  const events: ToolCallSuccessEvent[] = [];

  @Configuration()
  class Around {
    @Bean()
    listener(): ToolCallListener {
      return new (class extends ToolCallListener {
        override onSuccess(event: ToolCallSuccessEvent): void {
          events.push(event);
        }
      })();
    }

    @Bean()
    approvals(): ToolApprovalHandler {
      return new (class extends ToolApprovalHandler {
        override decide({ arguments: args }: { arguments: string }) {
          return args === '{}' ? { approved: true as const } : { approved: false as const, reason: 'no' };
        }
      })();
    }
  }

  const guarded = FunctionToolCallback.builder('guarded', () => 'ran')
    .toolMetadata(ToolMetadata.builder().attributes({ approval: 'required' }).build())
    .build();

  it('[TX-15] [AP-01] listen to calls and decide about them', async () => {
    const manager = (await start({}, Around)).get(ToolCallingManager);
    const result = await manager.executeToolCalls(promptAfter([guarded]), responseCalling('guarded'));
    expect(lastResponses(result.conversationHistory)).toEqual(['"ran"']);
    expect(events.map(({ toolName, result: text }) => `${toolName} ${text}`)).toEqual(['guarded "ran"']);
  });

  it('[AP-03] without a handler, what needs an approval is declined', async () => {
    const manager = await managerWith();
    const result = await manager.executeToolCalls(promptAfter([guarded]), responseCalling('guarded'));
    expect(lastResponses(result.conversationHistory)).toEqual([
      'The user declined this call: no approval handler is configured',
    ]);
  });
});

describe('limits', () => {
  it('[BX-07] allow 40 calls per tool and 150 in total', async () => {
    const manager = await managerWith();
    const call = (earlier: Record<string, number>) =>
      manager.executeToolCalls(promptAfter([toolA], earlier), responseCalling('toolA'));
    await expect(call({ toolA: 39 })).resolves.toBeDefined();
    expect(await breachOf(call({ toolA: 40 }))).toEqual({ toolName: 'toolA', limit: 40 });
    await expect(call({ toolB: 149 })).resolves.toBeDefined();
    expect(await breachOf(call({ toolB: 150 }))).toEqual({ toolName: null, limit: 150 });
  });

  it('[BX-08a] [LI-17] are off at -1', async () => {
    const manager = await managerWith({
      'tools.limits.max-calls-per-tool-default': '-1',
      'tools.limits.max-total-tool-calls': '-1',
    });
    await expect(
      manager.executeToolCalls(promptAfter([toolA], { toolA: 200 }), responseCalling('toolA')),
    ).resolves.toBeDefined();
  });

  it('[BX-08b] [LI-17] [LI-18] can be set and lifted for one tool', async () => {
    const exempt = await managerWith({ 'tools.limits.max-calls-per-tool.getForecast': '-1' });
    await expect(
      exempt.executeToolCalls(promptAfter([getForecast], { getForecast: 60 }), responseCalling('getForecast')),
    ).resolves.toBeDefined();
    expect(
      await breachOf(exempt.executeToolCalls(promptAfter([toolA], { toolA: 40 }), responseCalling('toolA'))),
    ).toEqual({ toolName: 'toolA', limit: 40 });
    await context?.close();
    const limited = await managerWith({ 'tools.limits.max-calls-per-tool.getForecast': '1' });
    expect(
      await breachOf(
        limited.executeToolCalls(promptAfter([getForecast], { getForecast: 1 }), responseCalling('getForecast')),
      ),
    ).toEqual({ toolName: 'getForecast', limit: 1 });
  });

  describe('set by environment variables', () => {
    const withVariables = async (variables: Readonly<Record<string, string>>): Promise<ToolCallingManager> => {
      context = await runner.withEnvironmentVariables(variables).start();
      return context.get(ToolCallingManager);
    };
    const getWeather = new TestToolCallback('getWeather');
    const getWeatherSnake = new TestToolCallback('get_weather');
    const breach = (manager: ToolCallingManager, tool: TestToolCallback, earlier: number) => {
      const { name } = tool.definition;
      return breachOf(manager.executeToolCalls(promptAfter([tool], { [name]: earlier }), responseCalling(name)));
    };

    it.each(['TOOLS_LIMITS_MAXCALLSPERTOOL_GETWEATHER', 'TOOLS_LIMITS_MAXCALLSPERTOOL_GET_WEATHER'])(
      '[BH-11] meet their tool in whatever spelling: %s',
      async (variable) => {
        const recorder = RecordingLogProvider.install();
        try {
          const manager = await withVariables({ [variable]: '3' });
          expect(await breach(manager, getWeather, 3)).toEqual({ toolName: 'getWeather', limit: 3 });
          expect(await breach(manager, getWeatherSnake, 3)).toEqual({ toolName: 'get_weather', limit: 3 });
          const below = manager.executeToolCalls(
            promptAfter([getWeather], { getWeather: 2 }),
            responseCalling('getWeather'),
          );
          await expect(below).resolves.toBeDefined();
          expect(await breach(manager, toolA, 40)).toEqual({ toolName: 'toolA', limit: 40 });
          expect(recorder.messages('warn')).toEqual([]);
        } finally {
          recorder.uninstall();
        }
      },
    );

    it('[BH-11] exempt their tool with -1, and yield to a name that is exactly that of the tool', async () => {
      const exempt = await withVariables({ TOOLS_LIMITS_MAXCALLSPERTOOL_GETWEATHER: '-1' });
      const many = exempt.executeToolCalls(
        promptAfter([getWeather], { getWeather: 60 }),
        responseCalling('getWeather'),
      );
      await expect(many).resolves.toBeDefined();
      await context?.close();
      context = await runner
        .withPropertyValues({
          'tools.limits.max-calls-per-tool.get_weather': '2',
          'tools.limits.max-calls-per-tool.getweather': '5',
        })
        .start();
      const manager = context.get(ToolCallingManager);
      expect(await breach(manager, getWeatherSnake, 2)).toEqual({ toolName: 'get_weather', limit: 2 });
    });

    it('[BH-11] warn at the first use, once, where there is no such tool, with the nearest name', async () => {
      const recorder = RecordingLogProvider.install();
      try {
        const manager = await withVariables({ TOOLS_LIMITS_MAXCALLSPERTOOL_GETWETHER: '3' });
        expect(recorder.messages('warn')).toEqual([]);
        await manager.executeToolCalls(promptAfter([getWeather, toolA]), responseCalling('toolA'));
        await manager.executeToolCalls(promptAfter([toolA]), responseCalling('toolA'));
        expect(recorder.messages('warn')).toEqual([
          "tools.limits.max-calls-per-tool.getwether: the first request carries no tool 'getwether'. The nearest name is 'getWeather'.",
        ]);
      } finally {
        recorder.uninstall();
      }
    });

    it('[BH-11] are known before the first call when the definitions are resolved', async () => {
      const manager = await withVariables({ TOOLS_LIMITS_MAXCALLSPERTOOL_GETWEATHER: '3' });
      const { options } = promptAfter([getWeather]);
      expect(manager.resolveToolDefinitions(options as ToolCallingChatOptions)).toEqual([getWeather.definition]);
    });
  });

  it('[BX-09] exempt excluded tools from their own limit, not from the total', async () => {
    const manager = await managerWith({
      'tools.limits.max-calls-per-tool-default': '1',
      'tools.limits.excluded-tools': 'getForecast',
    });
    const call = (earlier: number) =>
      manager.executeToolCalls(promptAfter([getForecast], { getForecast: earlier }), responseCalling('getForecast'));
    await expect(call(3)).resolves.toBeDefined();
    expect(await breachOf(call(150))).toEqual({ toolName: null, limit: 150 });
  });

  it('[LI-18] let exclusions win over the map', async () => {
    const manager = await managerWith({
      'tools.limits.max-calls-per-tool.getForecast': '1',
      'tools.limits.excluded-tools': 'getForecast',
    });
    await expect(
      manager.executeToolCalls(promptAfter([getForecast], { getForecast: 5 }), responseCalling('getForecast')),
    ).resolves.toBeDefined();
  });

  it('[BX-10] count earlier calls of other tools for the total', async () => {
    const manager = await managerWith({ 'tools.limits.max-total-tool-calls': '1' });
    expect(
      await breachOf(manager.executeToolCalls(promptAfter([toolA], { other: 1 }), responseCalling('toolA'))),
    ).toEqual({ toolName: null, limit: 1 });
  });

  it.each(['return_error_response', 'RETURN-ERROR-RESPONSE'])(
    '[BX-11] [LI-18] answer the model with on-limit-exceeded=%s',
    async (value) => {
      const manager = await managerWith({
        'tools.limits.max-calls-per-tool-default': '1',
        'tools.limits.on-limit-exceeded': value,
      });
      const result = await manager.executeToolCalls(promptAfter([toolA], { toolA: 1 }), responseCalling('toolA'));
      expect(lastResponses(result.conversationHistory)).toEqual([
        "Tool call limit (1) exceeded for tool 'toolA'. No further calls to this tool are allowed in this turn.",
      ]);
    },
  );
});

describe('wrong limits', () => {
  it.each(['0', '-2'])('[BX-12] [LI-19] stop the start with key, value and place: %s', async (value) => {
    await runner.withPropertyValues({ 'tools.limits.max-total-tool-calls': value }).run((failed) => {
      expect(failed.startupFailure?.message).toContain('maxTotalToolCalls must be greater than 0');
      expect(failed.output).toContain('Property: tools.limits.max-total-tool-calls');
      expect(failed.output).toContain(`Value: "${value}"`);
      expect(failed.output).toMatch(/Origin: \S/);
    });
  });

  it.each(['0', '-2'])('[BX-12] [LI-19] stop the start for single tools and the default: %s', async (value) => {
    const startWith = (key: string) => runner.withPropertyValues({ [key]: value }).start();
    await expect(startWith('tools.limits.max-calls-per-tool-default')).rejects.toThrow(
      'maxCallsPerTool must be greater than 0',
    );
    await expect(startWith('tools.limits.max-calls-per-tool.getForecast')).rejects.toThrow(
      'maxCallsPerTool must be greater than 0',
    );
  });
});
