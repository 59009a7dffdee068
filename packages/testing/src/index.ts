export { asserting } from './asserting.js';
export {
  type ApprovalRuleUnderTest,
  pendingTurnRepositoryContract,
  type PendingTurnRepositoryContractOptions,
  type PendingTurnRepositoryUnderTest,
  type PendingTurnUnderTest,
} from './approval/pendingTurnRepositoryContract.js';
export { ApplicationContextRunner } from './context/ApplicationContextRunner.js';
export { AssertableApplicationContext } from './context/AssertableApplicationContext.js';
export {
  chatMemoryRepositoryContract,
  type ContractCase,
  type RepositoryContractOptions,
  type RepositoryUnderTest,
} from './memory/chatMemoryRepositoryContract.js';
export {
  recordedChatModel,
  type RecordedChatModel,
  type RecordedChatModelOptions,
} from './recording/recordedChatModel.js';
export type { RecordedExchange, RecordedRequest, RecordedResponse, Recording } from './recording/Recording.js';
export { RecordingChatModel, type RecordingOptions } from './recording/RecordingChatModel.js';
export { RecordingMismatchException } from './recording/RecordingMismatchException.js';
export { ReplayingChatModel, type ReplayOptions } from './recording/ReplayingChatModel.js';
export { ScriptedChatModel, type ScriptedChatModelOptions } from './ScriptedChatModel.js';
export { chunkedReply, type ScriptedChunk, ScriptedChunks } from './ScriptedChunks.js';
export type { ScriptedReply, ScriptedReplyFunction } from './ScriptedReply.js';
export { ScriptExhaustedException } from './ScriptExhaustedException.js';
export { textReply } from './textReply.js';
export { toolCall } from './toolCall.js';
export {
  type ToolResultContractOptions,
  toolResultRepositoryContract,
  type ToolResultRepositoryUnderTest,
} from './tools/toolResultRepositoryContract.js';
