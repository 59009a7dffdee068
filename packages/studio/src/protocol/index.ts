/** The wire protocol between the studio's server and its page: types only, for both sides. */
export type {
  ConditionEvaluation,
  ConditionReport,
  ConditionResult,
  ConfigurationReport,
  ReportedOrigin,
  ReportedProperty,
  ReportedSetting,
} from './Inspection.js';
export type {
  ApprovalRequest,
  ChatRequest,
  Decision,
  ProblemDetails,
  SessionAnswer,
  TurnAccepted,
} from './requests.js';
export type { StudioEvent } from './StudioEvent.js';
export type { ContentRequest, LimitInForce, StudioCapabilities, StudioStatus } from './StudioStatus.js';
export type { TextContent, TextPart } from './TextContent.js';
export type {
  FieldMatch,
  RankedTool,
  ToolCallRequest,
  ToolCallResult,
  ToolInfo,
  ToolList,
  ToolRanking,
} from './ToolCatalogue.js';
export type {
  CallDetails,
  CallStatus,
  LimitKind,
  LimitUse,
  PendingCall,
  RequestedCall,
  RoundAnswer,
  RoundDetails,
  SentMessage,
  SentResponse,
  ToolCost,
  TurnDetails,
} from './TurnDetails.js';
export type {
  ConversationPage,
  ConversationSummary,
  TokenUsage,
  TurnFailure,
  TurnPage,
  TurnStatus,
  TurnSummary,
} from './TurnSummary.js';
