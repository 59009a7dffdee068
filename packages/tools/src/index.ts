export { Tool, type ToolOptions } from './annotation/Tool.js';
export { ToolParam, type ToolParamOptions } from './annotation/ToolParam.js';
export { ToolSignal } from './annotation/ToolSignal.js';
export { ToolCallback } from './callback/ToolCallback.js';
export { StaticToolCallbackProvider, ToolCallbackProvider } from './callback/ToolCallbackProvider.js';
export { ToolContext, type ToolContextOptions } from './context/ToolContext.js';
export { ToolContextValueMissingException } from './context/ToolContextValueMissingException.js';
export { splitCamelCase } from './definition/splitCamelCase.js';
export { DefaultToolDefinition, ToolDefinition } from './definition/ToolDefinition.js';
export { ToolCallingManager, type ToolExecutionOptions } from './execution/ToolCallingManager.js';
export { ToolCallResultConverter } from './execution/ToolCallResultConverter.js';
export { ToolExecutionException, type ToolExecutionExceptionOptions } from './execution/ToolExecutionException.js';
export { ToolExecutionExceptionProcessor } from './execution/ToolExecutionExceptionProcessor.js';
export { ToolExecutionResult } from './execution/ToolExecutionResult.js';
export { ToolCallLimitExceededException } from './limits/ToolCallLimitExceededException.js';
export { ToolMetadata } from './metadata/ToolMetadata.js';
export {
  isToolCallingChatOptions,
  ToolCallingChatOptions,
  type ToolCallingChatOptionsValues,
} from './options/ToolCallingChatOptions.js';
export { ToolCallbackResolver } from './resolution/ToolCallbackResolver.js';
export type { TypeSpec } from './schema/TypeSpec.js';
