import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  EnableConfigurationProperties,
  Environment,
} from '@toolwright/boot';
import { EmbeddingModel } from '@toolwright/model';
import { AiSdkEmbeddingModel } from '@toolwright/models';
import { ToolSearchAdvisorAutoConfiguration } from '../tool-search/ToolSearchAdvisorAutoConfiguration.js';
import { ConditionalOnModelProvider } from './ConditionalOnModelProvider.js';
import { EmbeddingModelProperties } from './EmbeddingModelProperties.js';
import { createEmbeddingModel } from './modelFactory.js';

const PROVIDER = 'embedding.model.provider';

/** Supplies the embedding model of the provider in `embedding.model.provider`, unless the application has one of its own. */
@AutoConfiguration({ before: [ToolSearchAdvisorAutoConfiguration] })
@EnableConfigurationProperties(EmbeddingModelProperties)
export class AiSdkEmbeddingModelAutoConfiguration {
  @Bean({ type: AiSdkEmbeddingModel })
  @ConditionalOnModelProvider(PROVIDER, 'openai')
  @ConditionalOnMissingBean(EmbeddingModel)
  openAiEmbeddingModel(properties: EmbeddingModelProperties, environment: Environment): Promise<AiSdkEmbeddingModel> {
    return createEmbeddingModel('openai', properties, environment);
  }

  @Bean({ type: AiSdkEmbeddingModel })
  @ConditionalOnModelProvider(PROVIDER, 'google')
  @ConditionalOnMissingBean(EmbeddingModel)
  googleEmbeddingModel(properties: EmbeddingModelProperties, environment: Environment): Promise<AiSdkEmbeddingModel> {
    return createEmbeddingModel('google', properties, environment);
  }

  @Bean({ type: AiSdkEmbeddingModel })
  @ConditionalOnModelProvider(PROVIDER, 'mistral')
  @ConditionalOnMissingBean(EmbeddingModel)
  mistralEmbeddingModel(properties: EmbeddingModelProperties, environment: Environment): Promise<AiSdkEmbeddingModel> {
    return createEmbeddingModel('mistral', properties, environment);
  }

  @Bean({ type: AiSdkEmbeddingModel })
  @ConditionalOnModelProvider(PROVIDER, 'ollama')
  @ConditionalOnMissingBean(EmbeddingModel)
  ollamaEmbeddingModel(properties: EmbeddingModelProperties, environment: Environment): Promise<AiSdkEmbeddingModel> {
    return createEmbeddingModel('ollama', properties, environment);
  }

  @Bean({ type: AiSdkEmbeddingModel })
  @ConditionalOnModelProvider(PROVIDER, 'openai-compatible')
  @ConditionalOnMissingBean(EmbeddingModel)
  openAiCompatibleEmbeddingModel(
    properties: EmbeddingModelProperties,
    environment: Environment,
  ): Promise<AiSdkEmbeddingModel> {
    return createEmbeddingModel('openai-compatible', properties, environment);
  }
}
