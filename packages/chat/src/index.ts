export { Advisor, HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE } from './advisor/Advisor.js';
export { AdvisorParams } from './advisor/AdvisorParams.js';
export type { AdvisorSpec } from './advisor/AdvisorSpec.js';
export { AdvisorUtils } from './advisor/AdvisorUtils.js';
export { BaseAdvisor } from './advisor/BaseAdvisor.js';
export type { CallAdvisor, CallAdvisorChain } from './advisor/CallAdvisor.js';
export { isMemoryAdvisor, MEMORY_ADVISOR, type MemoryAdvisor } from './advisor/MemoryAdvisor.js';
export { oncePerTurn } from './advisor/oncePerTurn.js';
export type { StreamAdvisor, StreamAdvisorChain } from './advisor/StreamAdvisor.js';
export { isToolAdvisor, TOOL_ADVISOR, type ToolAdvisor } from './advisor/ToolAdvisor.js';
export {
  type ApprovalDecision,
  type ApprovalDecisions,
  type DecisionOptions,
  type LastingDecisionOptions,
  approve,
  deny,
  edit,
  type RememberDecision,
  report,
  rerun,
} from './approval/ApprovalDecision.js';
export { approvalHash } from './approval/approvalHash.js';
export type { ApprovalOptions } from './approval/ApprovalPolicy.js';
export { ApprovalRefusedException } from './approval/ApprovalRefusedException.js';
export type { ApprovalRule } from './approval/ApprovalRule.js';
export { InMemoryPendingTurnRepository } from './approval/InMemoryPendingTurnRepository.js';
export type {
  PendingToolCall,
  PendingToolCallStatus,
  PendingTurn,
  PendingTurnChange,
  PendingTurnLease,
} from './approval/PendingTurn.js';
export {
  type PendingApproval,
  pendingApprovalsOf,
  type SuspendedTurn,
  suspendedTurnOf,
} from './approval/PendingApproval.js';
export { PendingTurnConflictException } from './approval/PendingTurnConflictException.js';
export { PendingTurnNotFoundException } from './approval/PendingTurnNotFoundException.js';
export { PendingTurnRepository } from './approval/PendingTurnRepository.js';
export { TurnNotStoredException } from './approval/TurnNotStoredException.js';
export { readSnapshot, type TurnState as SuspendedTurnState } from './approval/TurnSnapshot.js';
export { TurnSuspendedException } from './approval/TurnSuspendedException.js';
export { ChatModelCallAdvisor } from './chain/ChatModelCallAdvisor.js';
export { ChatModelStreamAdvisor } from './chain/ChatModelStreamAdvisor.js';
export { DefaultAroundAdvisorChain } from './chain/DefaultAroundAdvisorChain.js';
export type { CallResponseSpec, DescribeEntity, ResumedCallSpec } from './client/CallResponseSpec.js';
export { ChatClient, type ChatClientSettings } from './client/ChatClient.js';
export { ChatClientRequest } from './client/ChatClientRequest.js';
export type { ChatClientRequestSpec, OneOrMany, RunOptions, StreamRunOptions } from './client/ChatClientRequestSpec.js';
export { ChatClientResponse } from './client/ChatClientResponse.js';
export type { Context, ContextInput } from './client/Context.js';
export type { PromptSystemSpec, PromptText, PromptUserSpec } from './client/PromptTextSpec.js';
export type { StreamResponseSpec } from './client/StreamResponseSpec.js';
export type { TurnEvent } from './events/TurnEvent.js';
export type { TurnEventJson, UsageJson } from './http/eventJson.js';
export type {
  HttpStreamFormat,
  HttpStreamOptions,
  ReadableStreamOptions,
  UIMessageStreamOptions,
} from './http/HttpStreamOptions.js';
export { messagesOfUIMessages } from './http/messagesOfUIMessages.js';
export { sendResponse } from './http/sendResponse.js';
export { approvalsOfUIMessages, type UIApprovals } from './http/uiApprovals.js';
export { SimpleLoggerAdvisor, type SimpleLoggerAdvisorSettings } from './logging/SimpleLoggerAdvisor.js';
export { ChatMemory } from './memory/ChatMemory.js';
export { ChatMemoryRepository } from './memory/ChatMemoryRepository.js';
export { ChatMemoryTurn } from './memory/ChatMemoryTurn.js';
export { InMemoryChatMemoryRepository } from './memory/InMemoryChatMemoryRepository.js';
export { MessageChatMemoryAdvisor } from './memory/MessageChatMemoryAdvisor.js';
export { MessageWindowChatMemory } from './memory/MessageWindowChatMemory.js';
export { readWindow } from './memory/readWindow.js';
export type { MessageWindow } from './memory/windowOf.js';
export { AdvisorObservationContext } from './observation/AdvisorObservationContext.js';
export { AdvisorObservationConvention } from './observation/AdvisorObservationConvention.js';
export { ChatClientCompletionObservationHandler } from './observation/ChatClientCompletionObservationHandler.js';
export { ChatClientObservationContext } from './observation/ChatClientObservationContext.js';
export { ChatClientObservationConvention } from './observation/ChatClientObservationConvention.js';
export { ChatClientPromptContentObservationHandler } from './observation/ChatClientPromptContentObservationHandler.js';
export { ChatModelObservationContext } from './observation/ChatModelObservationContext.js';
export { ChatModelObservationConvention } from './observation/ChatModelObservationConvention.js';
export { DefaultAdvisorObservationConvention } from './observation/DefaultAdvisorObservationConvention.js';
export {
  type ChatClientConventionOptions,
  DefaultChatClientObservationConvention,
} from './observation/DefaultChatClientObservationConvention.js';
export { DefaultChatModelObservationConvention } from './observation/DefaultChatModelObservationConvention.js';
export { namedAdvisorConvention } from './observation/namedAdvisorConvention.js';
export { namedChatClientConvention } from './observation/namedChatClientConvention.js';
export { namedChatModelConvention } from './observation/namedChatModelConvention.js';
export { SpringAdvisorObservationConvention } from './observation/SpringAdvisorObservationConvention.js';
export { SpringChatClientObservationConvention } from './observation/SpringChatClientObservationConvention.js';
export { SpringChatModelObservationConvention } from './observation/SpringChatModelObservationConvention.js';
export { SafeGuardAdvisor } from './safeguard/SafeGuardAdvisor.js';
export { aggregate } from './streaming/aggregate.js';
export { ChatClientMessageAggregator } from './streaming/ChatClientMessageAggregator.js';
export { ChatResponseAggregator } from './streaming/ChatResponseAggregator.js';
export { BeanOutputConverter } from './structured-output/BeanOutputConverter.js';
export type { EntityParamSpec } from './structured-output/EntityParamSpec.js';
export { ListOutputConverter } from './structured-output/ListOutputConverter.js';
export type { JsonSchema, OutputCheck, OutputType } from './structured-output/OutputType.js';
export type { ResponseEntity } from './structured-output/ResponseEntity.js';
export { StandardOutputConverter } from './structured-output/StandardOutputConverter.js';
export type { StructuredOutputConverter } from './structured-output/StructuredOutputConverter.js';
export { StructuredOutputException } from './structured-output/StructuredOutputException.js';
export { StructuredOutputValidationAdvisor } from './structured-output/StructuredOutputValidationAdvisor.js';
export { DefaultTemplateRenderer } from './template/DefaultTemplateRenderer.js';
export { TemplateRenderer } from './template/TemplateRenderer.js';
export { ToolCallingAdvisor } from './tool-calling/ToolCallingAdvisor.js';
export type { ToolLoopSteps } from './tool-calling/ToolLoopSteps.js';
export {
  ToolExecutionEligibilityChecker,
  type ToolExecutionEligibilityPredicate,
} from './tool-calling/ToolExecutionEligibilityChecker.js';
export { UsageAccumulator } from './tool-calling/UsageAccumulator.js';
