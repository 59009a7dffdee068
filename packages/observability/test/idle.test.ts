import { trace, metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ChatClient } from '@toolwright/chat';
import { type ObservationContext, ObservationHandler, ObservationRegistry } from '@toolwright/core';
import {
  MetricsObservationHandler,
  spanOf,
  TracingAwareLoggingObservationHandler,
  TracingObservationHandler,
} from '@toolwright/observability';
import { ScriptedChatModel } from '@toolwright/testing';
import { afterEach, describe, expect, it } from '@jest/globals';

afterEach(() => {
  trace.disable();
  metrics.disable();
});

function registerTraces() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { exporter, provider, register: () => trace.setGlobalTracerProvider(provider) };
}

const askedBy = (observationRegistry: ObservationRegistry) =>
  ChatClient.create(new ScriptedChatModel(['one', 'two', 'three']), { observationRegistry });

/** Is told of everything, and keeps whether there is a span. */
class Witness extends ObservationHandler {
  readonly traced: boolean[] = [];

  override supportsContext(_context: ObservationContext): _context is ObservationContext {
    return true;
  }

  override onStop(context: ObservationContext): void {
    this.traced.push(spanOf(context) !== undefined);
  }
}

describe('handlers for OpenTelemetry in a process without an SDK', () => {
  it('are idle, so that nothing is observed', async () => {
    const registry = new ObservationRegistry()
      .addHandler(new TracingObservationHandler())
      .addHandler(new MetricsObservationHandler());
    expect(registry.isNoop).toBe(true);
    expect(await askedBy(registry).prompt('go').call().content()).toBe('one');
  });

  it('make spans from the moment when an SDK is registered, until there is none', async () => {
    const { exporter, register } = registerTraces();
    const registry = new ObservationRegistry().addHandler(new TracingObservationHandler());
    const client = askedBy(registry);
    await client.prompt('go').call().content();
    register();
    expect(registry.isNoop).toBe(false);
    await client.prompt('go').call().content();
    const spans = exporter.getFinishedSpans().map(({ name }) => name);
    expect(spans.filter((name) => name === 'chat_client')).toHaveLength(1);
    trace.disable();
    await client.prompt('go').call().content();
    expect(exporter.getFinishedSpans()).toHaveLength(spans.length);
  });

  it('record metrics from the moment when an SDK is registered', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 1_000_000 });
    const provider = new MeterProvider({ readers: [reader] });
    const registry = new ObservationRegistry().addHandler(new MetricsObservationHandler());
    const client = askedBy(registry);
    await client.prompt('go').call().content();
    metrics.setGlobalMeterProvider(provider);
    await client.prompt('go').call().content();
    await client.prompt('go').call().content();
    await reader.forceFlush();
    const recorded = exporter.getMetrics()[0]?.scopeMetrics[0]?.metrics ?? [];
    const turns = recorded.find(({ descriptor }) => descriptor.name === 'toolwright.turn.rounds');
    expect(turns?.dataPoints.map(({ value }) => value)).toMatchObject([{ count: 2, sum: 2 }]);
    await provider.shutdown();
  });

  it('do nothing where another handler is told', async () => {
    const witness = new Witness();
    const registry = new ObservationRegistry()
      .addHandler(new TracingObservationHandler())
      .addHandler(new MetricsObservationHandler())
      .addHandler(witness);
    expect(registry.isNoop).toBe(false);
    await askedBy(registry).prompt('go').call().content();
    expect(new Set(witness.traced)).toEqual(new Set([false]));
  });

  it('are idle inside of one that adds spans to what they log, and any other is not', () => {
    const idle = new TracingAwareLoggingObservationHandler(new TracingObservationHandler());
    const awake = new TracingAwareLoggingObservationHandler(new Witness());
    expect([idle.isIdle, awake.isIdle]).toEqual([true, false]);
  });

  it('are not idle with a tracer and a meter of their own', async () => {
    const { exporter, provider } = registerTraces();
    const own = new TracingObservationHandler({ tracer: provider.getTracer('own') });
    expect([own.isIdle, new MetricsObservationHandler(new MeterProvider().getMeter('own')).isIdle]).toEqual([
      false,
      false,
    ]);
    await askedBy(new ObservationRegistry().addHandler(own)).prompt('go').call().content();
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toContain('chat_client');
  });
});
