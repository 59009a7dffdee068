export { default as autoConfigurations } from './autoConfigurations.js';
export { ApprovalProperties, PendingTurnRepositoryProperties } from './chat-client/ApprovalProperties.js';
export { ChatClientAutoConfiguration } from './chat-client/ChatClientAutoConfiguration.js';
export { ChatClientBuilderConfigurer } from './chat-client/ChatClientBuilderConfigurer.js';
export { ChatClientCustomizer } from './chat-client/ChatClientCustomizer.js';
export {
  ChatClientObservationsProperties,
  ChatClientProperties,
  ChatClientToolCallingProperties,
} from './chat-client/ChatClientProperties.js';
export { PendingTurnAutoConfiguration } from './chat-client/PendingTurnAutoConfiguration.js';
export {
  McpAuthorizationProperties,
  McpGrant,
  McpIdentityProviderProperties,
} from './mcp-client/McpAuthorizationProperties.js';
export { McpClientAutoConfiguration } from './mcp-client/McpClientAutoConfiguration.js';
export { McpClientConfigurer } from './mcp-client/McpClientConfigurer.js';
export { McpClientCustomizer } from './mcp-client/McpClientCustomizer.js';
export {
  McpClientAnnotationScannerProperties,
  McpClientProperties,
  McpClientType,
  McpConnectionProperties,
  McpConnectionToolsProperties,
  McpHttpConnectionProperties,
  McpSamplingProperties,
  McpSseConnectionProperties,
  McpSseProperties,
  McpStdioConnectionProperties,
  McpStdioProperties,
  McpStreamableHttpConnectionProperties,
  McpStreamableHttpProperties,
  McpToolCallbackProperties,
  McpToolNamePrefix,
  OnMcpDefinitionChange,
  OnMcpListError,
} from './mcp-client/McpClientProperties.js';
export { McpClients } from './mcp-client/McpClients.js';
export { McpServerAutoConfiguration } from './mcp-server/McpServerAutoConfiguration.js';
export {
  McpServerCapabilitiesProperties,
  McpServerHttpProperties,
  McpServerProperties,
  McpServerProtocol,
  McpServerRateLimitProperties,
  McpServerStreamableHttpProperties,
} from './mcp-server/McpServerProperties.js';
export { McpServerRunner } from './mcp-server/McpServerRunner.js';
export { StudioApprovalAutoConfiguration } from './studio/StudioApprovalAutoConfiguration.js';
export { StudioAutoConfiguration } from './studio/StudioAutoConfiguration.js';
export { StudioHolder } from './studio/StudioHolder.js';
export { StudioProperties } from './studio/StudioProperties.js';
export { StudioRunner } from './studio/StudioRunner.js';
export { ChatMemoryAutoConfiguration } from './memory/ChatMemoryAutoConfiguration.js';
export {
  JdbcChatMemoryProperties,
  PostgresChatMemoryProperties,
  PostgresChatMemorySettings,
} from './memory/PostgresChatMemoryProperties.js';
export { PostgresMemoryAutoConfiguration } from './memory/PostgresMemoryAutoConfiguration.js';
export { PostgresStore } from './memory/PostgresStore.js';
export {
  LegacyRedisChatMemoryProperties,
  RedisChatMemoryProperties,
  RedisChatMemorySettings,
} from './memory/RedisChatMemoryProperties.js';
export { RedisMemoryAutoConfiguration } from './memory/RedisMemoryAutoConfiguration.js';
export { RedisStore } from './memory/RedisStore.js';
export { ChatMemoryProperties, ChatMemoryRepositoryProperties } from './memory/ChatMemoryProperties.js';
export { AiSdkChatModelAutoConfiguration } from './models/AiSdkChatModelAutoConfiguration.js';
export { AiSdkEmbeddingModelAutoConfiguration } from './models/AiSdkEmbeddingModelAutoConfiguration.js';
export { ChatModelProperties } from './models/ChatModelProperties.js';
export { EmbeddingModelProperties } from './models/EmbeddingModelProperties.js';
export { ModelConnectionProperties, ModelRetryProperties } from './models/ModelConnectionProperties.js';
export { OfflineChatModelAutoConfiguration } from './models/OfflineChatModelAutoConfiguration.js';
export { ObservationAutoConfiguration } from './observation/ObservationAutoConfiguration.js';
export {
  ObservationConventions,
  ObservationMetricsProperties,
  ObservationProperties,
  ObservationTracingProperties,
} from './observation/ObservationProperties.js';
export { OpenTelemetryAutoConfiguration } from './observation/OpenTelemetryAutoConfiguration.js';
export { ToolCallingAutoConfiguration } from './tool-calling/ToolCallingAutoConfiguration.js';
export {
  ExposedErrors,
  ResultConverter,
  ToolArgumentsProperties,
  ToolCacheProperties,
  ToolCallingProperties,
  ToolContextProperties,
  ToolErrorFormat,
  ToolErrorsProperties,
  ToolExecutionProperties,
  ToolObservationsProperties,
  ToolResolutionFallbackProperties,
  ToolResolutionProperties,
  UnknownArgumentsBehavior,
  UnknownToolBehavior,
  UnknownToolProperties,
} from './tool-calling/ToolCallingProperties.js';
export { ModelPriceProperties, OnLimitExceeded, ToolLimitsProperties } from './tool-calling/ToolLimitsProperties.js';
export { ToolNames, ToolNamesProperties, ToolSchemaProperties } from './tool-calling/ToolDeclarationProperties.js';
export { ToolResultAutoConfiguration } from './tool-calling/ToolResultAutoConfiguration.js';
export { ToolResultStore, ToolResultsProperties } from './tool-calling/ToolResultsProperties.js';
export { ToolSchemaAutoConfiguration } from './tool-calling/ToolSchemaAutoConfiguration.js';
export { ToolSchemaManifests } from './tool-calling/ToolSchemaManifests.js';
export { ToolSearchAdvisorAutoConfiguration } from './tool-search/ToolSearchAdvisorAutoConfiguration.js';
export {
  ToolSearchAdvisorProperties,
  LuceneToolIndexProperties,
  ToolSearchEvictionProperties,
  SearchMode,
  SearchResultFormat,
  UndiscoveredToolCallBehavior,
  VectorToolIndexProperties,
} from './tool-search/ToolSearchAdvisorProperties.js';
