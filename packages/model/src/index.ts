export { ChatModel, type ChatModelRunOptions } from './chat-model/ChatModel.js';
export { type ChatModelCapabilities, NO_CAPABILITIES } from './chat-model/ChatModelCapabilities.js';
export { AssistantMessage, type AssistantMessageParts, type ToolCall } from './message/AssistantMessage.js';
export type { Media } from './message/Media.js';
export { Message, type MessageMetadata, type MessageType } from './message/Message.js';
export { type MediaJson, type MessageJson, messageFromJson, messageToJson } from './message/messageJson.js';
export { SystemMessage } from './message/SystemMessage.js';
export { type ToolResponse, type ToolResponseError, ToolResponseMessage } from './message/ToolResponseMessage.js';
export { UserMessage, type UserMessageParts } from './message/UserMessage.js';
export { ChatOptions, type ChatOptionsValues } from './prompt/ChatOptions.js';
export {
  isStructuredOutputChatOptions,
  STRUCTURED_OUTPUT_CHAT_OPTIONS,
  type StructuredOutputChatOptions,
} from './prompt/StructuredOutputChatOptions.js';
export { Prompt } from './prompt/Prompt.js';
export { ChatResponse, type ChatResponseMetadata, EMPTY_RESPONSE_METADATA } from './response/ChatResponse.js';
export { type ChatGenerationMetadata, EMPTY_GENERATION_METADATA, Generation } from './response/Generation.js';
export { EMPTY_USAGE, type Usage, usageOf } from './response/Usage.js';
