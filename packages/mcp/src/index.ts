export {
  McpElicitation,
  type McpElicitationOptions,
  type McpHandlerOptions,
  McpLogging,
  McpProgress,
  McpPromptListChanged,
  McpResourceListChanged,
  McpResourceUpdated,
  McpSampling,
  McpToolListChanged,
} from './client/annotation/handlerDecorators.js';
export { InvalidMcpHandlerException } from './client/annotation/InvalidMcpHandlerException.js';
export {
  hasMcpHandlers,
  McpClientHandlerRegistry,
  type McpHandlerSource,
} from './client/annotation/McpClientHandlerRegistry.js';
export { FileMcpTokenStore } from './client/authorization/FileMcpTokenStore.js';
export { LoopbackAuthorizationHandler } from './client/authorization/LoopbackAuthorizationHandler.js';
export {
  McpAuthorizationHandler,
  type McpAuthorizationRequest,
} from './client/authorization/McpAuthorizationHandler.js';
export type {
  AuthorizationCodeSettings,
  ClientCredentialsSettings,
  JwtBearerSettings,
  McpAuthorizationSettings,
  McpIdentityProvider,
} from './client/authorization/McpAuthorizationSettings.js';
export { McpIdentityTokenSource } from './client/authorization/McpIdentityTokenSource.js';
export {
  InMemoryMcpTokenStore,
  type McpStoredAuthorization,
  McpTokenStore,
} from './client/authorization/McpTokenStore.js';
export { describeError as describeMcpError } from './client/call/describeError.js';
export type { McpRequestOptions } from './client/call/McpRequestOptions.js';
export {
  type McpClientEvent,
  McpClientEventListener,
  McpToolDefinitionChangedEvent,
  McpToolListingFailedEvent,
  McpToolsChangedEvent,
} from './client/event/McpClientEvent.js';
export { McpAuthorizationException } from './client/exception/McpAuthorizationException.js';
export { McpConnectionException } from './client/exception/McpConnectionException.js';
export { McpToolErrorException, McpToolExecutionException } from './client/exception/McpToolExecutionException.js';
export { McpToolListingException } from './client/exception/McpToolListingException.js';
export { McpTransportException } from './client/exception/McpTransportException.js';
export type {
  McpClientHandlers,
  McpElicitationHandler,
  McpElicitationRequest,
  McpLoggingHandler,
  McpProgressHandler,
  McpResourceUpdateHandler,
  McpSamplingHandler,
  McpSamplingRequest,
  StructuredElicitResult,
} from './client/handler/McpClientHandlers.js';
export { McpClient } from './client/McpClient.js';
export { McpClientBuilder } from './client/McpClientBuilder.js';
export type { ReconnectDelays } from './client/McpClientSettings.js';
export { McpConnectionInfo } from './client/McpConnectionInfo.js';
export { McpOperations, type McpToolCall } from './client/McpOperations.js';
export {
  type McpMetaTarget,
  type ToolContextMetaPolicy,
  ToolContextToMcpMetaConverter,
} from './client/meta/ToolContextToMcpMetaConverter.js';
export { DefaultMcpToolNamePrefixGenerator } from './client/naming/DefaultMcpToolNamePrefixGenerator.js';
export { McpToolNamePrefixGenerator } from './client/naming/McpToolNamePrefixGenerator.js';
export { McpToolUtils } from './client/naming/McpToolUtils.js';
export { McpToolCallback, type McpResultListener } from './client/tool/McpToolCallback.js';
export { McpToolCallback as AsyncMcpToolCallback } from './client/tool/McpToolCallback.js';
export { McpToolCallback as SyncMcpToolCallback } from './client/tool/McpToolCallback.js';
export { McpToolCallbackProvider } from './client/tool/McpToolCallbackProvider.js';
export { McpToolCallbackProvider as AsyncMcpToolCallbackProvider } from './client/tool/McpToolCallbackProvider.js';
export { McpToolCallbackProvider as SyncMcpToolCallbackProvider } from './client/tool/McpToolCallbackProvider.js';
export { McpToolFilter, type McpToolFilterFunction } from './client/tool/McpToolFilter.js';
export { McpToolPins, type McpToolPinsData } from './client/tool/McpToolPins.js';
export {
  type HttpCustomizers,
  McpAsyncHttpClientRequestCustomizer,
  McpHttpClientTransportCustomizer,
  type McpHttpRequest,
  type McpHttpTransportOptions,
  McpSyncHttpClientRequestCustomizer,
} from './client/transport/HttpRequestCustomizers.js';
export { type HttpServerParameters, sseTransport, streamableHttpTransport } from './client/transport/httpTransport.js';
export type { McpTransportFactory } from './client/transport/McpTransportFactory.js';
export { NamedClientMcpTransport } from './client/transport/NamedClientMcpTransport.js';
export { readServersConfiguration } from './client/transport/readServersConfiguration.js';
export { type StdioServerParameters, stdioTransport } from './client/transport/stdioTransport.js';
export type * as McpSchema from './sdk/McpSchema.js';
export { McpComplete, type McpCompleteOptions } from './annotation/McpComplete.js';
export type { McpMetaProvider } from './annotation/McpMetaProvider.js';
export { McpProgressToken } from './annotation/McpProgressToken.js';
export { McpArg, type McpArgOptions, McpPrompt, type McpPromptOptions } from './annotation/McpPrompt.js';
export { McpRequest } from './annotation/McpRequest.js';
export { McpResource, type McpResourceOptions } from './annotation/McpResource.js';
export { McpTool, type McpToolHints, type McpToolOptions, McpToolParam } from './annotation/McpTool.js';
export type { McpRateLimit } from './server/ClientRateLimiter.js';
export { type McpAuthenticationFailure, McpAuthenticator, type McpPrincipal } from './server/McpAuthenticator.js';
export { McpError } from './server/McpError.js';
export { McpHttpServer } from './server/McpHttpServer.js';
export type { McpHttpServerOptions } from './server/McpHttpServerOptions.js';
export { McpMeta } from './server/McpMeta.js';
export {
  type ElicitationResult,
  type LoggingSpec,
  McpRequestContext,
  type ProgressSpec,
} from './server/McpRequestContext.js';
export { hasMcpFeatures, McpServer } from './server/McpServer.js';
export {
  type McpFeature,
  type McpFeatureList,
  McpServerFeatures,
  type McpServerCompletion,
  type McpServerPrompt,
  type McpServerResource,
  type McpServerResourceTemplate,
  type McpServerTool,
} from './server/McpServerFeatures.js';
export type { McpServerSettings } from './server/McpServerSettings.js';
export { ProtocolOutput } from './server/ProtocolOutput.js';
export { type McpStdioServer, serveStdio } from './server/serveStdio.js';
