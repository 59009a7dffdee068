import { context as otelContext, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { autoConfigurations } from '@toolwright/autoconfigure';
import { Bean, Configuration } from '@toolwright/boot';
import {
  ChatClient,
  ChatClientCompletionObservationHandler,
  ChatClientPromptContentObservationHandler,
} from '@toolwright/chat';
import { LoggerFactory, ObservationHandler, ObservationRegistry, RecordingLogProvider } from '@toolwright/core';
import { TracingAwareLoggingObservationHandler, TracingObservationHandler } from '@toolwright/observability';
import { ApplicationContextRunner, ScriptedChatModel, toolCall } from '@toolwright/testing';
import { FunctionToolCallback, ToolCallback, ToolCallingChatOptions } from '@toolwright/tools';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

@Configuration()
class Shop {
  @Bean()
  chatModel(): ScriptedChatModel {
    return new ScriptedChatModel([toolCall('order', { id: 'A-7' }), 'Order A-7 is on its way'], {
      defaultOptions: new ToolCallingChatOptions({ model: 'm' }),
    });
  }

  @Bean({ type: ToolCallback })
  order(): ToolCallback {
    return FunctionToolCallback.builder('order', () => {
      LoggerFactory.getLogger('shop').info('looking up');
      return 'on its way';
    })
      .description('State of an order')
      .inputSchema('{"type":"object","properties":{"id":{"type":"string"}}}')
      .build();
  }
}

const exporter = new InMemorySpanExporter();
let provider: BasicTracerProvider;
let logs: RecordingLogProvider;
const runner = new ApplicationContextRunner().withAutoConfiguration(...autoConfigurations).withUserConfiguration(Shop);

function registerSdk(): void {
  otelContext.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
}

beforeEach(() => {
  exporter.reset();
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  trace.disable();
  otelContext.disable();
  logs.uninstall();
});

type Started = Parameters<Parameters<typeof runner.run>[0]>[0];

async function ask(context: Started): Promise<void> {
  const client = context.get(ChatClient.Builder).build();
  const order = context.get(ToolCallback);
  expect(await client.prompt('Where is A-7?').tools(order).call().content()).toBe('Order A-7 is on its way');
}

const LOG = ['chat.client.observations.log-prompt=true', 'chat.client.observations.log-completion=true'];

describe('without a registered SDK', () => {
  it('nothing is observed', async () => {
    await runner.run(async (context) => {
      expect(context.context.getAll(ObservationHandler)).toEqual([]);
      expect(context.context.getAll(ObservationRegistry)).toEqual([]);
      await ask(context);
    });
    expect(logs.entries.filter(({ loggerName }) => loggerName === 'shop').map(({ fields }) => fields)).toEqual([{}]);
  });

  it('tracing can be asked for, for an SDK that is registered later', async () => {
    await runner.withPropertyValues('observations.tracing.enabled=true').run(async (context) => {
      expect(context.context.getAll(ObservationHandler)).toEqual([expect.any(TracingObservationHandler)]);
      registerSdk();
      await ask(context);
    });
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toContain('chat_client');
  });
});

describe('with a registered SDK', () => {
  beforeEach(registerSdk);

  it('turns, requests and tools are traced, without content, and log lines carry the ids', async () => {
    await runner.run(ask);
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toEqual([
      'chat m',
      'call',
      'execute_tool order',
      'chat m',
      'call',
      'tool_calling',
      'chat_client',
    ]);
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('A-7');
    const line = logs.entries.find(({ loggerName }) => loggerName === 'shop');
    const { traceId, spanId } = spans[2]?.spanContext() ?? {};
    expect(line?.fields).toEqual({ trace_id: traceId, span_id: spanId, trace_flags: '01' });
    // After the context has closed the process is as it was.
    expect(LoggerFactory.flowFields).toBeUndefined();
  });

  it('arguments and results are attributes only with tools.observations.include-content', async () => {
    await runner.withPropertyValues('tools.observations.include-content=true').run(ask);
    const tool = exporter.getFinishedSpans().find(({ name }) => name === 'execute_tool order');
    expect(tool?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"id":"A-7"}',
      'gen_ai.tool.call.result': expect.stringContaining('on its way'),
    });
  });

  it('names may be those of Spring AI', async () => {
    await runner.withPropertyValues('observations.conventions=spring').run(ask);
    const names = exporter.getFinishedSpans().map(({ name }) => name);
    expect(names).toContain('spring_ai chat_client');
    expect(exporter.getFinishedSpans().find(({ name }) => name === 'chat m')?.attributes).toMatchObject({
      'gen_ai.system': 'scripted',
    });
  });

  it('tracing can be switched off', async () => {
    await runner.withPropertyValues('observations.tracing.enabled=false').run(ask);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('[BX-21] content is logged by handlers that know the trace', async () => {
    await runner.withPropertyValues(...LOG).run(async (context) => {
      const handlers = context.context.getAll(ObservationHandler);
      const tracing = handlers.filter((each) => each instanceof TracingAwareLoggingObservationHandler);
      expect(tracing.map(({ delegate }) => delegate.constructor.name).sort()).toEqual([
        'ChatClientCompletionObservationHandler',
        'ChatClientPromptContentObservationHandler',
      ]);
      expect(context.context.getAll(ChatClientPromptContentObservationHandler)).toEqual([]);
      expect(context.context.getAll(ChatClientCompletionObservationHandler)).toEqual([]);
      await ask(context);
    });
    expect(logs.messages('warn').filter((line) => line.includes('risk of exposing sensitive'))).toHaveLength(2);
    const turn = exporter
      .getFinishedSpans()
      .find(({ name }) => name === 'chat_client')
      ?.spanContext();
    const lines = logs.entries.filter(({ message }) => message.startsWith('Chat Client'));
    expect(lines).toHaveLength(2);
    for (const { fields } of lines) expect(fields).toMatchObject({ trace_id: turn?.traceId, span_id: turn?.spanId });
  });

  it('[BX-21] handlers of the application are kept', async () => {
    @Configuration()
    class Own {
      @Bean()
      ownPrompt(): ChatClientPromptContentObservationHandler {
        return new ChatClientPromptContentObservationHandler();
      }
    }
    await runner
      .withUserConfiguration(Own)
      .withPropertyValues(...LOG)
      .run((context) => {
        expect(context.context.getAll(ChatClientPromptContentObservationHandler)).toHaveLength(1);
        const tracing = context.context
          .getAll(ObservationHandler)
          .filter((each) => each instanceof TracingAwareLoggingObservationHandler);
        expect(tracing.map(({ delegate }) => delegate.constructor.name)).toEqual([
          'ChatClientCompletionObservationHandler',
        ]);
      });
  });
});
