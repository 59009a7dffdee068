import {
  AnyNestedCondition,
  AutoConfiguration,
  Bean,
  Conditional,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  InjectAll,
  OnBeanCondition,
} from '@toolwright/boot';
import { ObservationFilter, ObservationHandler, ObservationRegistry } from '@toolwright/core';
import { ChatClientAutoConfiguration } from '../chat-client/ChatClientAutoConfiguration.js';
import { ToolCallingAutoConfiguration } from '../tool-calling/ToolCallingAutoConfiguration.js';
import { ObservationRegistration } from './ObservationRegistration.js';

/**
 * Tells the `ObservationHandler` and `ObservationFilter` beans about what is observed. An application that has none of
 * them gets no registry, so that nothing is observed and nothing costs anything.
 */
@AutoConfiguration({ after: [ToolCallingAutoConfiguration, ChatClientAutoConfiguration] })
export class ObservationAutoConfiguration {
  @Bean()
  @Conditional(new AnyNestedCondition(new OnBeanCondition(ObservationHandler), new OnBeanCondition(ObservationFilter)))
  @ConditionalOnMissingBean(ObservationRegistry)
  observationRegistry(): ObservationRegistry {
    return new ObservationRegistry();
  }

  @Bean()
  @ConditionalOnBean(ObservationRegistry)
  observationRegistration(
    @InjectAll(ObservationRegistry) registries: readonly ObservationRegistry[],
    @InjectAll(ObservationHandler) handlers: readonly ObservationHandler[],
    @InjectAll(ObservationFilter) filters: readonly ObservationFilter[],
  ): ObservationRegistration {
    return new ObservationRegistration(registries, handlers, filters);
  }
}
