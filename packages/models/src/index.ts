export { AiSdkChatModel, type AiSdkChatModelOptions } from './ai-sdk/AiSdkChatModel.js';
export {
  AiSdkChatOptions,
  type AiSdkChatOptionsValues,
  isAiSdkChatOptions,
  type ProviderExecutedTool,
  type ProviderOptions,
  type ToolChoice,
} from './ai-sdk/AiSdkChatOptions.js';
export type { AiSdkLanguageModel, AiSdkLanguageModelV4 } from './ai-sdk/AiSdkLanguageModel.js';
export {
  AiSdkEmbeddingModel,
  type AiSdkEmbedding,
  type AiSdkEmbeddingModelOptions,
  type AiSdkEmbeddingV4,
} from './embedding/AiSdkEmbeddingModel.js';
export {
  type FeatureExtraction,
  TransformersEmbeddingModel,
  type TransformersEmbeddingModelOptions,
  type TransformersPackage,
} from './embedding/TransformersEmbeddingModel.js';
export { OfflineChatModel, type OfflineChatModelOptions } from './offline/OfflineChatModel.js';
export type { LoadedModelProvider, ModelProvider, ModelProviderSettings } from './providers/ModelProvider.js';
export { MODEL_PROVIDERS, modelProvider } from './providers/modelProviders.js';
export { ModelRequestException, type ModelRequestFailure } from './request/ModelRequestException.js';
export { ModelResponseException } from './request/ModelResponseException.js';
export { ModelTimeoutException } from './request/ModelTimeoutException.js';
export { RequestPolicy, type RequestPolicyOptions } from './request/RequestPolicy.js';
export type { RetryOptions } from './request/retryDelay.js';
export { TokenCounter } from './tokens/TokenCounter.js';
