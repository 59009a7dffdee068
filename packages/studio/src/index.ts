export { contextApplication } from './application/contextApplication.js';
export type { StudioApplication } from './application/StudioApplication.js';
export { StudioServer, type StudioServerOptions } from './http/StudioServer.js';
export type {
  CallStatus,
  ConditionEvaluation,
  ConditionReport,
  ConditionResult,
  LimitKind,
  TextContent,
  TurnStatus,
} from './protocol/index.js';
export { InMemoryTurnStore, type InMemoryTurnStoreOptions } from './store/InMemoryTurnStore.js';
export { type Page, type RecordedConversation, type TurnQuery, TurnStore } from './store/TurnStore.js';
export type {
  RecordedAnswer,
  RecordedBreach,
  RecordedCall,
  RecordedFailure,
  RecordedRound,
  RecordedTurn,
  Resumption,
} from './recording/RecordedTurn.js';
export { type RecordedMessage } from './recording/recordMessage.js';
export type { StoredText } from './recording/StoredText.js';
export { StudioAdvisor } from './recording/StudioAdvisor.js';
export { StudioApprovalHandler } from './recording/StudioApprovalHandler.js';
export { TurnRecorder } from './recording/TurnRecorder.js';
export { Studio, type StudioOptions } from './Studio.js';
export type { ContentOptions, ContentPolicy } from './view/ContentPolicy.js';
export type { ContentWriter } from './view/ContentWriter.js';
