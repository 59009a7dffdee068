import {
  AutoConfiguration,
  Bean,
  Conditional,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
} from '@toolwright/boot';
import { ChatClientCompletionObservationHandler, ChatClientPromptContentObservationHandler } from '@toolwright/chat';
import { ObservationHandler } from '@toolwright/core';
import { ChatClientAutoConfiguration } from '../chat-client/ChatClientAutoConfiguration.js';
import { warnOfContent } from '../chat-client/warnOfContent.js';
import { ObservationAutoConfiguration } from './ObservationAutoConfiguration.js';
import { ObservationProperties } from './ObservationProperties.js';
import { OnOpenTelemetryCondition } from './OnOpenTelemetryCondition.js';
import { TraceLogFieldsRegistration } from './TraceLogFieldsRegistration.js';

/**
 * Sends observations to OpenTelemetry, and the ids of traces to the log, if an SDK is registered. Without one nothing is
 * made and nothing of OpenTelemetry is loaded.
 */
@AutoConfiguration({ before: [ChatClientAutoConfiguration, ObservationAutoConfiguration] })
@EnableConfigurationProperties(ObservationProperties)
export class OpenTelemetryAutoConfiguration {
  @Bean({ type: ObservationHandler })
  @Conditional(new OnOpenTelemetryCondition('tracing'))
  @ConditionalOnMissingBean({ name: 'tracingObservationHandler' })
  async tracingObservationHandler({ tracing }: ObservationProperties): Promise<ObservationHandler> {
    const { TracingObservationHandler } = await import('@toolwright/observability');
    return new TracingObservationHandler({ includeErrors: tracing.includeErrors });
  }

  @Bean({ type: ObservationHandler })
  @Conditional(new OnOpenTelemetryCondition('metrics'))
  @ConditionalOnMissingBean({ name: 'metricsObservationHandler' })
  async metricsObservationHandler(): Promise<ObservationHandler> {
    const { MetricsObservationHandler } = await import('@toolwright/observability');
    return new MetricsObservationHandler();
  }

  @Bean({ type: TraceLogFieldsRegistration })
  @Conditional(new OnOpenTelemetryCondition('tracing'))
  async traceLogFieldsRegistration(): Promise<TraceLogFieldsRegistration> {
    const { traceLogFields } = await import('@toolwright/observability');
    return new TraceLogFieldsRegistration(traceLogFields);
  }

  @Bean({ type: ObservationHandler })
  @Conditional(new OnOpenTelemetryCondition('tracing'))
  @ConditionalOnProperty('chat.client.observations.log-prompt', { havingValue: 'true' })
  @ConditionalOnMissingBean(ChatClientPromptContentObservationHandler)
  async chatClientPromptContentObservationHandler(): Promise<ObservationHandler> {
    warnOfContent('prompt');
    const { TracingAwareLoggingObservationHandler } = await import('@toolwright/observability');
    return new TracingAwareLoggingObservationHandler(new ChatClientPromptContentObservationHandler());
  }

  @Bean({ type: ObservationHandler })
  @Conditional(new OnOpenTelemetryCondition('tracing'))
  @ConditionalOnProperty('chat.client.observations.log-completion', { havingValue: 'true' })
  @ConditionalOnMissingBean(ChatClientCompletionObservationHandler)
  async chatClientCompletionObservationHandler(): Promise<ObservationHandler> {
    warnOfContent('completion');
    const { TracingAwareLoggingObservationHandler } = await import('@toolwright/observability');
    return new TracingAwareLoggingObservationHandler(new ChatClientCompletionObservationHandler());
  }
}
