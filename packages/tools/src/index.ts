export { Description } from './annotation/Description.js';
export { INJECT_PARAMETER, InjectedParameter, type ParameterInjector } from './annotation/InjectedParameter.js';
export { Tool, type ToolConcurrencyKey, type ToolOptions } from './annotation/Tool.js';
export { ToolParam, type ToolParamOptions } from './annotation/ToolParam.js';
export { ToolSignal } from './annotation/ToolSignal.js';
export {
  type ToolApprovalDecision,
  ToolApprovalHandler,
  type ToolApprovalRequest,
} from './approval/ToolApprovalHandler.js';
export { ToolApprovalRequiredException } from './approval/ToolApprovalRequiredException.js';
export type { ToolApprovalPredicate } from './approval/requiresApproval.js';
export type { ArgumentSource } from './augment/ArgumentSource.js';
export type { AugmentedArgumentConsumer, AugmentedArgumentEvent } from './augment/AugmentedArgumentEvent.js';
export type { OnArgumentConflict } from './augment/AugmentedArguments.js';
export type { AugmentedArgumentType } from './augment/AugmentedArgumentType.js';
export { AugmentedToolCallback, type AugmentedToolCallbackOptions } from './augment/AugmentedToolCallback.js';
export { AugmentedToolCallbackProvider } from './augment/AugmentedToolCallbackProvider.js';
export { augmentToolInputSchema } from './augment/augmentToolInputSchema.js';
export { toAugmentedArgumentTypes } from './augment/toAugmentedArgumentTypes.js';
export type { ToolResultCacheOptions } from './cache/ToolResultCache.js';
export { ToolCallback } from './callback/ToolCallback.js';
export { StaticToolCallbackProvider, ToolCallbackProvider } from './callback/ToolCallbackProvider.js';
export { ToolCallbackFactory, type ToolCallbackFactoryOptions } from './callback/ToolCallbackFactory.js';
export { toolsInContext } from './callback/toolsInContext.js';
export { ToolCallbacks } from './callback/ToolCallbacks.js';
export type { ToolNamePolicy } from './callback/ToolNamePolicy.js';
export {
  type CollectedTool,
  collectTools,
  type CollectToolsOptions,
  type ToolBeans,
} from './catalog/collectTools.js';
export { ToolContext, type ToolContextOptions } from './context/ToolContext.js';
export type { ToolCallDefaults } from './context/ToolCallDefaults.js';
export type { ToolContextDefaults } from './context/ToolContextDefaults.js';
export { ToolContextValueMissingException } from './context/ToolContextValueMissingException.js';
export { canonicalArguments } from './conversion/canonicalArguments.js';
export type { ArgumentViolation } from './conversion/ArgumentViolation.js';
export { parseArgumentsObject } from './conversion/parseArgumentsObject.js';
export { DefaultToolCallResultConverter } from './conversion/DefaultToolCallResultConverter.js';
export { TextToolCallResultConverter } from './conversion/TextToolCallResultConverter.js';
export { ToolArgumentsException } from './conversion/ToolArgumentsException.js';
export { JsonType } from './conversion/JsonType.js';
export { StandardType } from './conversion/StandardType.js';
export type { SchemaValidator } from './conversion/compileValidator.js';
export type { CheckedValue } from './conversion/standardValue.js';
export type { ToolBinary } from './conversion/ToolBinary.js';
export type { UnknownArguments } from './conversion/UnknownArguments.js';
export { getDuplicateToolNames } from './definition/getDuplicateToolNames.js';
export { getToolDescription } from './definition/getToolDescription.js';
export { getToolName } from './definition/getToolName.js';
export { splitCamelCase } from './definition/splitCamelCase.js';
export { DefaultToolDefinition, ToolDefinition, type ToolInputExample } from './definition/ToolDefinition.js';
export type { ToolDescription } from './definition/ToolDescription.js';
export { DeferredToolCallback, isDeferredTool } from './deferral/DeferredToolCallback.js';
export { ToolDefinitions } from './definition/ToolDefinitions.js';
export { type DialectSchema, SchemaDialect } from './dialect/SchemaDialect.js';
export {
  type AllowListOptions,
  AllowListToolExecutionExceptionProcessor,
  type OnOtherException,
} from './execution/AllowListToolExecutionExceptionProcessor.js';
export { attachPartialResult } from './execution/attachPartialResult.js';
export { causeOfToolFailure } from './execution/causeOfToolFailure.js';
export { DefaultToolExecutionExceptionProcessor } from './execution/DefaultToolExecutionExceptionProcessor.js';
export { FatalToolError } from './execution/FatalToolError.js';
export { markHardFailure } from './execution/hardFailure.js';
export { DefaultToolCallingManager, ToolCallingManager } from './execution/ToolCallingManager.js';
export type { ToolCallingManagerSettings, UnknownToolBehavior } from './execution/ToolCallingManagerSettings.js';
export { ToolCallResultConverter } from './execution/ToolCallResultConverter.js';
export {
  JsonToolErrorFormatter,
  TextToolErrorFormatter,
  type ToolErrorDetails,
  ToolErrorFormatter,
} from './execution/ToolErrorFormatter.js';
export { ToolExecutionException, type ToolExecutionExceptionOptions } from './execution/ToolExecutionException.js';
export { ToolExecutionExceptionProcessor } from './execution/ToolExecutionExceptionProcessor.js';
export type { ToolExecutionOptions } from './execution/ToolExecutionOptions.js';
export { ToolExecutionResult } from './execution/ToolExecutionResult.js';
export { ToolTimeoutException } from './execution/ToolTimeoutException.js';
export { ToolUserError } from './execution/ToolUserError.js';
export { FunctionToolCallback, type ToolFunction } from './function/FunctionToolCallback.js';
export type { OnLimitExceeded } from './limits/OnLimitExceeded.js';
export { isLimitExceeded, LimitExceededException } from './limits/LimitExceededException.js';
export { type ModelPrice, ModelPrices } from './limits/ModelPrices.js';
export { ToolCallLimitExceededException } from './limits/ToolCallLimitExceededException.js';
export { type JoinedSignal, joinedSignal } from './limits/joinedSignal.js';
export { ToolCallLimits, type ToolCallLimitBreach } from './limits/ToolCallLimits.js';
export type { ToolLimitsBuilder, ToolLimitSettings } from './limits/ToolLimitsBuilder.js';
export { TurnBudget, type TurnBudgetOptions, type TurnBudgetSnapshot } from './limits/TurnBudget.js';
export { TurnLimitExceededException } from './limits/TurnLimitExceededException.js';
export { type TurnLimitBreach, type TurnLimitKind, type TurnLimits, UNLIMITED_TURN } from './limits/TurnLimits.js';
export {
  type ToolCallEndEvent,
  type ToolCallErrorEvent,
  ToolCallListener,
  type ToolCallStartEvent,
  type ToolCallSuccessEvent,
} from './listener/ToolCallListener.js';
export { ToolSchemaManifest, type ToolSchemaManifestOptions, hashSource } from './manifest/ToolSchemaManifest.js';
export type {
  ManifestClass,
  ManifestFunction,
  ManifestMethod,
  ManifestParameter,
  ManifestValue,
  ToolSchemaManifestData,
} from './manifest/ToolSchemaManifestData.js';
export { ToolMetadata } from './metadata/ToolMetadata.js';
export { findToolMethods, type ToolMethods } from './method/findToolMethods.js';
export { type MethodHandle, methodHandle } from './method/MethodHandle.js';
export { MethodToolCallback } from './method/MethodToolCallback.js';
export { MethodToolCallbackProvider } from './method/MethodToolCallbackProvider.js';
export { DefaultToolCallingObservationConvention } from './observation/DefaultToolCallingObservationConvention.js';
export { namedToolCallingConvention } from './observation/namedToolCallingConvention.js';
export { SpringToolCallingObservationConvention } from './observation/SpringToolCallingObservationConvention.js';
export { ToolCallingContentObservationFilter } from './observation/ToolCallingContentObservationFilter.js';
export { ToolCallingObservationContext } from './observation/ToolCallingObservationContext.js';
export { ToolCallingObservationConvention } from './observation/ToolCallingObservationConvention.js';
export {
  isToolCallingChatOptions,
  ToolCallingChatOptions,
  type ToolCallingChatOptionsValues,
} from './options/ToolCallingChatOptions.js';
export { DelegatingToolCallbackResolver } from './resolution/DelegatingToolCallbackResolver.js';
export { StaticToolCallbackResolver } from './resolution/StaticToolCallbackResolver.js';
export { ToolCallbackResolver } from './resolution/ToolCallbackResolver.js';
export { type FolderToolResultOptions, FolderToolResultRepository } from './results/FolderToolResultRepository.js';
export {
  DEFAULT_TOOL_RESULT_TTL,
  InMemoryToolResultRepository,
  type InMemoryToolResultOptions,
} from './results/InMemoryToolResultRepository.js';
export { ToolResultRepository } from './results/ToolResultRepository.js';
export { ensureValidInputSchema } from './schema/ensureValidInputSchema.js';
export { type DeclaredType, TYPE_HINT } from './schema/DeclaredType.js';
export { JsonSchemaGenerator, type SchemaOption } from './schema/JsonSchemaGenerator.js';
export type { JsonSchemaNode } from './schema/JsonSchemaNode.js';
export { SchemaCustomizer, type SchemaParameter } from './schema/SchemaCustomizer.js';
export type { StandardIssue, StandardOutput, StandardResult, StandardSchema } from './schema/StandardSchema.js';
export type { ContainerType, ScalarKind, ValueType } from './schema/ValueType.js';
export type { TypeSpec } from './schema/TypeSpec.js';
