export { ChatModel, type ChatModelRunOptions } from './chat-model/ChatModel.js';
export { type ChatModelCapabilities, NO_CAPABILITIES } from './chat-model/ChatModelCapabilities.js';
export { Document, type DocumentParts, type DocumentValue } from './document/Document.js';
export { EmbeddingModel, type EmbeddingModelRunOptions } from './embedding/EmbeddingModel.js';
export type { EmbeddingOptions, EmbeddingRequest } from './embedding/EmbeddingRequest.js';
export type { Embedding, EmbeddingResponse } from './embedding/EmbeddingResponse.js';
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
export { EMPTY_USAGE, type Usage, type UsageDetails, usageOf } from './response/Usage.js';
export { type FilterExpression, matchesFilter } from './vector-store/FilterExpression.js';
export type { SearchRequest } from './vector-store/SearchRequest.js';
export { SimpleVectorStore } from './vector-store/SimpleVectorStore.js';
export { VectorStore, type VectorStoreRunOptions } from './vector-store/VectorStore.js';
