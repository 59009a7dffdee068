import { context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import {
  ChatClient,
  ChatClientPromptContentObservationHandler,
  ChatMemory,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import {
  LoggerFactory,
  ObservationContext,
  ObservationFilter,
  ObservationHandler,
  ObservationRegistry,
  RecordingLogProvider,
} from '@toolwright/core';
import { usageOf } from '@toolwright/model';
import {
  isSdkRegistered,
  MetricsObservationHandler,
  spanOf,
  TracingAwareLoggingObservationHandler,
  traceLogFields,
  TracingObservationHandler,
} from '@toolwright/observability';
import { chunkedReply, ScriptedChatModel, type ScriptedReply, textReply, toolCall } from '@toolwright/testing';
import { RegexToolIndex, ToolSearchToolCallingAdvisor } from '@toolwright/tool-search';
import { FunctionToolCallback, ToolCallingChatOptions, ToolCallingManager } from '@toolwright/tools';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const exporter = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = tracerProvider.getTracer('test');

beforeAll(() => {
  expect(isSdkRegistered('trace')).toBe(false);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(tracerProvider);
  expect(isSdkRegistered('trace')).toBe(true);
  expect(isSdkRegistered('metrics')).toBe(false);
});
beforeEach(() => {
  exporter.reset();
});
afterAll(async () => {
  await tracerProvider.shutdown();
  trace.disable();
  context.disable();
});

const tool = (name: string, run: () => unknown = () => name) =>
  FunctionToolCallback.builder(name, run).description(`Tells ${name}`).inputSchema('{"type":"object"}').build();

/** The spans as paths from the root, in the order in which they were started. */
function tree(): readonly string[] {
  const all = [...exporter.getFinishedSpans()].sort(
    (a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1],
  );
  const byId = new Map(all.map((span) => [span.spanContext().spanId, span]));
  const pathOf = (span: ReadableSpan): string => {
    const parent = byId.get(span.parentSpanContext?.spanId ?? '');
    return parent ? `${pathOf(parent)} > ${span.name}` : span.name;
  };
  return all.map(pathOf).sort();
}

const spanNamed = (name: string) => {
  const span = exporter.getFinishedSpans().find((each) => each.name === name);
  if (!span) throw new Error(`There is no span ${name}`);
  return span;
};

function clientOf(script: readonly ScriptedReply[], tools = [tool('sun'), tool('rain')], maxTotalToolCalls = 10) {
  const registry = new ObservationRegistry().addHandler(new TracingObservationHandler());
  const manager = ToolCallingManager.builder()
    .observationRegistry(registry)
    .maxTotalToolCalls(maxTotalToolCalls)
    .build();
  const model = new ScriptedChatModel(script, { defaultOptions: new ToolCallingChatOptions({ model: 'm' }) });
  const client = ChatClient.builder(model, {
    observationRegistry: registry,
    toolCallingAdvisorBuilder: ToolCallingAdvisor.builder().toolCallingManager(manager),
  })
    .defaultTools(...tools)
    .build();
  return { client, registry };
}

async function run(client: ChatClient, mode: 'call' | 'stream'): Promise<void> {
  const prompt = client.prompt('The secret question');
  if (mode === 'call') await prompt.call().content();
  else for await (const _chunk of prompt.stream().content());
}

describe('a filter that returns another context', () => {
  class Plain extends ObservationContext {}

  class Copy extends ObservationFilter {
    override map(): ObservationContext {
      const copy = new Plain();
      copy.addLowCardinalityKeyValues({ copied: 'yes' });
      return copy;
    }
  }

  it('leaves no span without an end, and gives it what the other one has', async () => {
    const { client, registry } = clientOf([toolCall('sun'), 'fine']);
    registry.addFilter(new Copy());
    const started: string[] = [];
    const stopped: unknown[] = [];
    registry.addHandler(
      new (class extends ObservationHandler {
        override supportsContext(_context: ObservationContext): _context is ObservationContext {
          return true;
        }

        override onStart({ contextualName }: ObservationContext): void {
          started.push(contextualName);
        }

        override onStop(context: ObservationContext): void {
          stopped.push(spanOf(context)?.isRecording());
        }
      })(),
    );
    await run(client, 'call');
    expect(
      exporter
        .getFinishedSpans()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(started.toSorted());
    // Whoever comes after the tracer finds the span of the other context, which has ended.
    expect(stopped).toEqual(started.map(() => false));
    expect(exporter.getFinishedSpans().every(({ attributes }) => attributes['copied'] === 'yes')).toBe(true);
  });
});

describe.each(['call', 'stream'] as const)('the trace of a %s', (mode) => {
  const ask = `chat_client > tool_calling > ${mode}`;

  it('of a plain turn has turn, advisors and request', async () => {
    await run(clientOf([textReply('fine', usageOf(10, 3))]).client, mode);
    expect(tree()).toEqual(['chat_client', 'chat_client > tool_calling', ask, `${ask} > chat m`]);
    const chat = spanNamed('chat m');
    expect(chat.kind).toBe(SpanKind.CLIENT);
    expect(chat.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'scripted',
      'gen_ai.request.model': 'm',
      'gen_ai.response.model': 'scripted',
      'gen_ai.response.finish_reasons': ['STOP'],
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 3,
    });
    expect(spanNamed('chat_client').attributes).toMatchObject({
      'toolwright.chat.client.stream': mode === 'stream',
      'toolwright.kind': 'chat_client',
    });
  });

  it('of two rounds has both and the tool between them', async () => {
    await run(clientOf([toolCall('sun', {}, 'c1'), 'fine']).client, mode);
    expect(tree()).toEqual(
      [
        'chat_client',
        'chat_client > tool_calling',
        ask,
        ask,
        `${ask} > chat m`,
        `${ask} > chat m`,
        'chat_client > tool_calling > execute_tool sun',
      ].sort(),
    );
    expect(spanNamed('execute_tool sun').attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'sun',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.description': 'Tells sun',
    });
  });

  it('of parallel tools has each with what it does as its child', async () => {
    const traced = (name: string) =>
      tool(name, async () => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return tracer.startActiveSpan(`query ${name}`, (span) => {
          span.end();
          return name;
        });
      });
    const script = [[toolCall('sun'), toolCall('rain')], 'fine'];
    await run(clientOf(script, [traced('sun'), traced('rain')]).client, mode);
    expect(tree().filter((path) => path.includes('execute_tool'))).toEqual([
      'chat_client > tool_calling > execute_tool rain',
      'chat_client > tool_calling > execute_tool rain > query rain',
      'chat_client > tool_calling > execute_tool sun',
      'chat_client > tool_calling > execute_tool sun > query sun',
    ]);
  });

  it('of a throwing tool marks its span, and tells nothing of what it threw', async () => {
    const failing = tool('sun', () => {
      throw new RangeError('card 4711 was declined');
    });
    await run(clientOf([toolCall('sun'), 'fine'], [failing]).client, mode);
    const span = spanNamed('execute_tool sun');
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span.attributes['error.type']).toBe('RangeError');
    expect(span.events).toEqual([]);
    expect(spanNamed('chat_client').status.code).toBe(SpanStatusCode.UNSET);
  });

  it('of a breach has the refused call without length', async () => {
    const { client } = clientOf([[toolCall('sun'), toolCall('rain')]], undefined, 1);
    await run(client, mode);
    expect(tree()).toContain('chat_client > tool_calling > execute_tool rain');
    const refused = exporter
      .getFinishedSpans()
      .filter(({ attributes }) => attributes['error.type'] === 'limit_exceeded');
    expect(refused.map(({ status }) => status.code)).toEqual(refused.map(() => SpanStatusCode.ERROR));
    expect(refused.length).toBeGreaterThan(0);
    expect(spanNamed('chat_client').status.code).toBe(SpanStatusCode.UNSET);
  });

  it('has no content, and is a child of what the caller is doing', async () => {
    const { client } = clientOf([toolCall('sun', { secret: 'argument' }), 'The secret answer']);
    await tracer.startActiveSpan('GET /question', async (span) => {
      await run(client, mode);
      span.end();
    });
    expect(tree()).toContain('GET /question > chat_client');
    const told = JSON.stringify(exporter.getFinishedSpans().map(({ attributes, events }) => [attributes, events]));
    expect(told).not.toContain('secret');
  });

  it('of a failing model marks everything around it', async () => {
    const { client } = clientOf([new RangeError('out of order')]);
    await expect(run(client, mode)).rejects.toThrow('out of order');
    const failed = exporter.getFinishedSpans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed.map(({ name }) => name).sort()).toEqual(['chat m', 'chat_client', mode, 'tool_calling'].sort());
  });
});

describe('the trace of a stream that is stopped early', () => {
  it('ends every span once', async () => {
    const { client } = clientOf([chunkedReply('one ', 'two ', 'three')]);
    for await (const _chunk of client.prompt('question').stream().content()) break;
    expect(tree()).toEqual([
      'chat_client',
      'chat_client > tool_calling',
      'chat_client > tool_calling > stream',
      'chat_client > tool_calling > stream > chat m',
    ]);
    expect(exporter.getFinishedSpans().every(({ status }) => status.code === SpanStatusCode.UNSET)).toBe(true);
  });
});

describe('errors', () => {
  it('are recorded with message and stack only on request', async () => {
    const registry = new ObservationRegistry().addHandler(new TracingObservationHandler({ includeErrors: true }));
    const model = new ScriptedChatModel([new RangeError('out of order')]);
    const client = ChatClient.create(model, { observationRegistry: registry });
    await expect(client.prompt('question').call().content()).rejects.toThrow();
    expect(spanNamed('chat_client').events[0]?.attributes?.['exception.message']).toBe('out of order');
  });
});

describe('log lines', () => {
  it('carry the ids of the span in which they are written', async () => {
    const log = RecordingLogProvider.install();
    const previous = LoggerFactory.setFlowFields(traceLogFields);
    try {
      const logging = tool('sun', () => {
        LoggerFactory.getLogger('shop').info('looking', { order: 7 });
        return 'sun';
      });
      const { client, registry } = clientOf([toolCall('sun'), 'fine'], [logging]);
      registry.addHandler(new TracingAwareLoggingObservationHandler(new ChatClientPromptContentObservationHandler()));
      LoggerFactory.getLogger('shop').info('outside');
      await run(client, 'call');
      const fieldsOf = (name: string) => {
        const { traceId, spanId } = spanNamed(name).spanContext();
        return { trace_id: traceId, span_id: spanId, trace_flags: '01' };
      };
      expect(log.entries.map(({ message, fields }) => [message.split('\n')[0], fields])).toEqual([
        ['outside', {}],
        ['looking', { order: 7, ...fieldsOf('execute_tool sun') }],
        ['Chat Client Prompt Content:', fieldsOf('chat_client')],
      ]);
    } finally {
      LoggerFactory.setFlowFields(previous);
      log.uninstall();
    }
  });
});

describe('metrics', () => {
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 1_000_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });

  beforeAll(() => {
    metrics.setGlobalMeterProvider(meterProvider);
    expect(isSdkRegistered('metrics')).toBe(true);
  });
  afterAll(async () => {
    await meterProvider.shutdown();
    metrics.disable();
  });

  it('count rounds, tokens, calls of tools, their errors, breaches and what a search saved', async () => {
    const handler = new MetricsObservationHandler();
    const registry = new ObservationRegistry().addHandler(handler);
    const manager = (most: number) =>
      ToolCallingManager.builder().observationRegistry(registry).maxTotalToolCalls(most).build();
    const failing = tool('rain', () => {
      throw new RangeError('no');
    });
    const client = (script: readonly ScriptedReply[], builder: ToolCallingAdvisor.Builder) =>
      ChatClient.builder(
        new ScriptedChatModel(script, { defaultOptions: new ToolCallingChatOptions({ model: 'm' }) }),
        {
          observationRegistry: registry,
          toolCallingAdvisorBuilder: builder,
        },
      )
        .defaultTools(tool('sun'), failing)
        .build();
    const loop = (most = 10) => ToolCallingAdvisor.builder().toolCallingManager(manager(most));
    await client(
      [[toolCall('sun'), toolCall('rain'), toolCall('madeUpByTheModel')], textReply('fine', usageOf(10, 3))],
      loop(),
    )
      .prompt('question')
      .call()
      .content();
    await client([[toolCall('sun'), toolCall('sun')]], loop(1))
      .prompt('question')
      .call()
      .content();
    const search = ToolSearchToolCallingAdvisor.builder()
      .toolIndex(new RegexToolIndex())
      .toolCallingManager(manager(10));
    // A description that is longer than that of the search tool.
    const long = FunctionToolCallback.builder('long', () => 'x')
      .description('long '.repeat(2_000))
      .inputSchema('{"type":"object"}')
      .build();
    await client(['fine'], search)
      .prompt('question')
      .tools(long)
      .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, '1'))
      .call()
      .content();

    await reader.forceFlush();
    const told =
      metricExporter
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    const points = (name: string) => told.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
    const values = (name: string) =>
      points(name).map(({ attributes, value }) => [
        attributes,
        typeof value === 'object' && 'sum' in value ? [value.count, value.sum] : value,
      ]);
    expect(values('toolwright.turn.rounds')).toEqual([[{}, [3, 4]]]);
    expect(values('toolwright.limit.breaches')).toEqual([[{ 'toolwright.limit': 'toolCallLimitExceeded' }, 1]]);
    expect(values('toolwright.tool.errors')).toEqual(
      expect.arrayContaining([
        [{ 'gen_ai.tool.name': 'rain', 'error.type': 'RangeError' }, 1],
        [{ 'gen_ai.tool.name': 'unknown_tool', 'error.type': 'unknown_tool' }, 1],
      ]),
    );
    expect(JSON.stringify(told)).not.toContain('madeUpByTheModel');
    const tokens = values('gen_ai.client.token.usage').map(([attributes, value]) => [
      (attributes as Record<string, unknown>)['gen_ai.token.type'],
      value,
    ]);
    expect(tokens).toEqual([
      ['input', [1, 10]],
      ['output', [1, 3]],
    ]);
    expect(values('gen_ai.client.operation.duration').length).toBeGreaterThan(0);
    expect(values('toolwright.tool.duration').length).toBeGreaterThan(0);
    expect(values('toolwright.tool_search.saved_tokens')[0]?.[1]).toBeGreaterThan(1_000);
  });
});
