import {
  AutoConfiguration,
  Bean,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  InjectAll,
  InjectProvider,
  type ObjectProvider,
  Scope,
} from '@toolwright/boot';
import { AdvisorParams, ChatClient, ToolCallingAdvisor, ToolExecutionEligibilityChecker } from '@toolwright/chat';
import { ChatModel } from '@toolwright/model';
import { ToolCallingManager } from '@toolwright/tools';
import { ToolCallingAutoConfiguration } from '../tool-calling/ToolCallingAutoConfiguration.js';
import { ChatClientBuilderConfigurer } from './ChatClientBuilderConfigurer.js';
import { ChatClientCustomizer } from './ChatClientCustomizer.js';
import { ChatClientProperties } from './ChatClientProperties.js';

/**
 * Supplies a `ChatClient.Builder` over the application's chat model, a fresh one at each injection, and the
 * `ToolCallingAdvisor.Builder` of its tool loop unless one is there already.
 */
@AutoConfiguration({ after: [ToolCallingAutoConfiguration] })
@ConditionalOnProperty('chat.client.enabled', { havingValue: 'true', matchIfMissing: true })
@EnableConfigurationProperties(ChatClientProperties)
export class ChatClientAutoConfiguration {
  @Bean()
  @ConditionalOnBean(ToolCallingManager)
  @ConditionalOnMissingBean(ToolCallingAdvisor.Builder)
  toolCallingAdvisorBuilder(
    properties: ChatClientProperties,
    manager: ToolCallingManager,
    @InjectProvider(ToolExecutionEligibilityChecker) checkers: ObjectProvider<ToolExecutionEligibilityChecker>,
  ): ToolCallingAdvisor.Builder {
    const builder = ToolCallingAdvisor.builder()
      .toolCallingManager(manager)
      .advisorOrder(properties.toolCalling.advisorOrder);
    checkers.ifUnique((checker) => builder.toolExecutionEligibilityChecker(checker));
    return builder;
  }

  @Bean()
  @ConditionalOnMissingBean(ChatClientBuilderConfigurer)
  chatClientBuilderConfigurer(
    @InjectAll(ChatClientCustomizer) customizers: readonly ChatClientCustomizer[],
  ): ChatClientBuilderConfigurer {
    return new ChatClientBuilderConfigurer(customizers);
  }

  @Bean()
  @Scope('prototype')
  @ConditionalOnBean(ChatModel)
  @ConditionalOnMissingBean(ChatClient.Builder)
  chatClientBuilder(
    model: ChatModel,
    configurer: ChatClientBuilderConfigurer,
    properties: ChatClientProperties,
    @InjectProvider(ToolCallingAdvisor.Builder) advisorBuilders: ObjectProvider<ToolCallingAdvisor.Builder>,
  ): ChatClient.Builder {
    const toolCallingAdvisorBuilder = advisorBuilders.getIfUnique();
    const builder = ChatClient.builder(model, toolCallingAdvisorBuilder ? { toolCallingAdvisorBuilder } : {});
    if (!properties.toolCalling.enabled) builder.defaultAdvisors(AdvisorParams.toolCallingAdvisorAutoRegister(false));
    return configurer.configure(builder);
  }
}
