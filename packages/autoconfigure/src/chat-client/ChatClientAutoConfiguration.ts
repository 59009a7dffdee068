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
import {
  AdvisorObservationConvention,
  AdvisorParams,
  type ApprovalOptions,
  ChatClient,
  ChatClientCompletionObservationHandler,
  ChatClientObservationConvention,
  ChatClientPromptContentObservationHandler,
  ChatModelObservationConvention,
  namedAdvisorConvention,
  namedChatClientConvention,
  PendingTurnRepository,
  namedChatModelConvention,
  ToolCallingAdvisor,
  ToolExecutionEligibilityChecker,
} from '@toolwright/chat';
import { ObservationRegistry } from '@toolwright/core';
import { ChatModel } from '@toolwright/model';
import { ToolCallbackFactory, ToolCallingManager } from '@toolwright/tools';
import { ObservationProperties } from '../observation/ObservationProperties.js';
import { ToolCallingAutoConfiguration } from '../tool-calling/ToolCallingAutoConfiguration.js';
import { ToolCallingProperties } from '../tool-calling/ToolCallingProperties.js';
import { ChatClientBuilderConfigurer } from './ChatClientBuilderConfigurer.js';
import { ChatClientCustomizer } from './ChatClientCustomizer.js';
import { ChatClientProperties } from './ChatClientProperties.js';
import { warnOfContent } from './warnOfContent.js';

/**
 * Supplies a `ChatClient.Builder` over the application's chat model, a fresh one at each injection, and the
 * `ToolCallingAdvisor.Builder` of its tool loop unless one is there already.
 */
@AutoConfiguration({ after: [ToolCallingAutoConfiguration] })
@ConditionalOnProperty('chat.client.enabled', { havingValue: 'true', matchIfMissing: true })
@EnableConfigurationProperties(ChatClientProperties, ToolCallingProperties, ObservationProperties)
export class ChatClientAutoConfiguration {
  /** What clients are set up with by properties; one object of each, since clients that are set up alike share a lot. */
  #approvals: ApprovalOptions | undefined;
  #clientConvention: ChatClientObservationConvention | undefined;
  #advisorConvention: AdvisorObservationConvention | undefined;
  #modelConvention: ChatModelObservationConvention | undefined;

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
    tools: ToolCallingProperties,
    observation: ObservationProperties,
    @InjectProvider(ToolCallingAdvisor.Builder) advisorBuilders: ObjectProvider<ToolCallingAdvisor.Builder>,
    @InjectProvider(ToolCallbackFactory) factories: ObjectProvider<ToolCallbackFactory>,
    @InjectProvider(PendingTurnRepository) pendingTurns: ObjectProvider<PendingTurnRepository>,
    @InjectProvider(ObservationRegistry) registries: ObjectProvider<ObservationRegistry>,
    @InjectProvider(ChatClientObservationConvention) clientConventions: ObjectProvider<ChatClientObservationConvention>,
    @InjectProvider(AdvisorObservationConvention) advisorConventions: ObjectProvider<AdvisorObservationConvention>,
    @InjectProvider(ChatModelObservationConvention) modelConventions: ObjectProvider<ChatModelObservationConvention>,
  ): ChatClient.Builder {
    const toolCallingAdvisorBuilder = advisorBuilders.getIfUnique();
    const { conventions } = observation;
    const { includeConversationId } = properties.observations;
    const { timeToLive, lease, rememberFor = Infinity, storedToolContext } = properties.approvals;
    const builder = ChatClient.builder(model, {
      ...(toolCallingAdvisorBuilder && { toolCallingAdvisorBuilder }),
      toolContextDefaults: tools.context,
      toolCallbackFactory: factories.getIfUnique(() => ToolCallbackFactory.DEFAULT),
      pendingTurnRepository: pendingTurns.getIfAvailable() ?? null,
      approvals: (this.#approvals ??= { timeToLive, lease, rememberFor, storedToolContext }),
      observationRegistry: registries.getIfUnique(() => ObservationRegistry.NOOP),
      chatClientObservationConvention: clientConventions.getIfUnique(
        () => (this.#clientConvention ??= namedChatClientConvention(conventions, { includeConversationId })),
      ),
      advisorObservationConvention: advisorConventions.getIfUnique(
        () => (this.#advisorConvention ??= namedAdvisorConvention(conventions)),
      ),
      chatModelObservationConvention: modelConventions.getIfUnique(
        () => (this.#modelConvention ??= namedChatModelConvention(conventions)),
      ),
    });
    if (!properties.toolCalling.enabled) builder.defaultAdvisors(AdvisorParams.toolCallingAdvisorAutoRegister(false));
    return configurer.configure(builder);
  }

  @Bean()
  @ConditionalOnProperty('chat.client.observations.log-prompt', { havingValue: 'true' })
  @ConditionalOnMissingBean({
    value: ChatClientPromptContentObservationHandler,
    name: 'chatClientPromptContentObservationHandler',
  })
  chatClientPromptContentObservationHandler(): ChatClientPromptContentObservationHandler {
    warnOfContent('prompt');
    return new ChatClientPromptContentObservationHandler();
  }

  @Bean()
  @ConditionalOnProperty('chat.client.observations.log-completion', { havingValue: 'true' })
  @ConditionalOnMissingBean({
    value: ChatClientCompletionObservationHandler,
    name: 'chatClientCompletionObservationHandler',
  })
  chatClientCompletionObservationHandler(): ChatClientCompletionObservationHandler {
    warnOfContent('completion');
    return new ChatClientCompletionObservationHandler();
  }
}
