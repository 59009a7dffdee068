import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  EnableConfigurationProperties,
  Environment,
} from '@toolwright/boot';
import { ChatModel } from '@toolwright/model';
import { AiSdkChatModel } from '@toolwright/models';
import { ChatClientAutoConfiguration } from '../chat-client/ChatClientAutoConfiguration.js';
import { ChatModelProperties } from './ChatModelProperties.js';
import { ConditionalOnModelProvider } from './ConditionalOnModelProvider.js';
import { createChatModel } from './modelFactory.js';

const PROVIDER = 'chat.model.provider';

/** Supplies the chat model of the provider in `chat.model.provider`, unless the application has a model of its own. */
@AutoConfiguration({ before: [ChatClientAutoConfiguration] })
@EnableConfigurationProperties(ChatModelProperties)
export class AiSdkChatModelAutoConfiguration {
  @Bean({ type: AiSdkChatModel })
  @ConditionalOnModelProvider(PROVIDER, 'openai')
  @ConditionalOnMissingBean(ChatModel)
  openAiChatModel(properties: ChatModelProperties, environment: Environment): Promise<AiSdkChatModel> {
    return createChatModel('openai', properties, environment);
  }

  @Bean({ type: AiSdkChatModel })
  @ConditionalOnModelProvider(PROVIDER, 'anthropic')
  @ConditionalOnMissingBean(ChatModel)
  anthropicChatModel(properties: ChatModelProperties, environment: Environment): Promise<AiSdkChatModel> {
    return createChatModel('anthropic', properties, environment);
  }

  @Bean({ type: AiSdkChatModel })
  @ConditionalOnModelProvider(PROVIDER, 'google')
  @ConditionalOnMissingBean(ChatModel)
  googleChatModel(properties: ChatModelProperties, environment: Environment): Promise<AiSdkChatModel> {
    return createChatModel('google', properties, environment);
  }

  @Bean({ type: AiSdkChatModel })
  @ConditionalOnModelProvider(PROVIDER, 'mistral')
  @ConditionalOnMissingBean(ChatModel)
  mistralChatModel(properties: ChatModelProperties, environment: Environment): Promise<AiSdkChatModel> {
    return createChatModel('mistral', properties, environment);
  }

  @Bean({ type: AiSdkChatModel })
  @ConditionalOnModelProvider(PROVIDER, 'ollama')
  @ConditionalOnMissingBean(ChatModel)
  ollamaChatModel(properties: ChatModelProperties, environment: Environment): Promise<AiSdkChatModel> {
    return createChatModel('ollama', properties, environment);
  }

  @Bean({ type: AiSdkChatModel })
  @ConditionalOnModelProvider(PROVIDER, 'openai-compatible')
  @ConditionalOnMissingBean(ChatModel)
  openAiCompatibleChatModel(properties: ChatModelProperties, environment: Environment): Promise<AiSdkChatModel> {
    return createChatModel('openai-compatible', properties, environment);
  }
}
