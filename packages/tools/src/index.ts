export { Tool, type ToolOptions } from './annotation/Tool.js';
export { ToolParam, type ToolParamOptions } from './annotation/ToolParam.js';
export { ToolSignal } from './annotation/ToolSignal.js';
export { ToolCallback } from './callback/ToolCallback.js';
export { StaticToolCallbackProvider, ToolCallbackProvider } from './callback/ToolCallbackProvider.js';
export { ToolContext, type ToolContextOptions } from './context/ToolContext.js';
export { ToolContextValueMissingException } from './context/ToolContextValueMissingException.js';
export { getDuplicateToolNames } from './definition/getDuplicateToolNames.js';
export { splitCamelCase } from './definition/splitCamelCase.js';
export { DefaultToolDefinition, ToolDefinition } from './definition/ToolDefinition.js';
export { DefaultToolCallingManager, ToolCallingManager } from './execution/ToolCallingManager.js';
export type {
  OnLimitExceeded,
  ToolCallingManagerSettings,
  UnknownToolBehavior,
} from './execution/ToolCallingManagerSettings.js';
export { ToolCallResultConverter } from './execution/ToolCallResultConverter.js';
export { ToolExecutionException, type ToolExecutionExceptionOptions } from './execution/ToolExecutionException.js';
export { ToolExecutionExceptionProcessor } from './execution/ToolExecutionExceptionProcessor.js';
export type { ToolExecutionOptions } from './execution/ToolExecutionOptions.js';
export { ToolExecutionResult } from './execution/ToolExecutionResult.js';
export { ToolTimeoutException } from './execution/ToolTimeoutException.js';
export { ToolCallLimitExceededException } from './limits/ToolCallLimitExceededException.js';
export { ToolCallLimits, type ToolCallLimitBreach } from './limits/ToolCallLimits.js';
export { ToolMetadata } from './metadata/ToolMetadata.js';
export {
  isToolCallingChatOptions,
  ToolCallingChatOptions,
  type ToolCallingChatOptionsValues,
} from './options/ToolCallingChatOptions.js';
export { DelegatingToolCallbackResolver } from './resolution/DelegatingToolCallbackResolver.js';
export { StaticToolCallbackResolver } from './resolution/StaticToolCallbackResolver.js';
export { ToolCallbackResolver } from './resolution/ToolCallbackResolver.js';
export type { TypeSpec } from './schema/TypeSpec.js';
