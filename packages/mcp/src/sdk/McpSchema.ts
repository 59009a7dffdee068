/* eslint-disable @typescript-eslint/no-deprecated -- sampling, roots and logging are deprecated in revision 2026-07-28 only, and part of every revision that servers speak today */
import type * as Sdk from '@modelcontextprotocol/client';

/** The types of the protocol, as the SDK declares them. */
export type {
  BlobResourceContents,
  CallToolRequest,
  CallToolResult,
  ClientCapabilities,
  CompleteRequest,
  CompleteResult,
  ContentBlock,
  ElicitRequest,
  ElicitResult,
  GetPromptRequest,
  GetPromptResult,
  Implementation,
  InitializeResult,
  ProgressNotification,
  ProgressToken,
  Prompt,
  PromptMessage,
  ReadResourceRequest,
  ReadResourceResult,
  Resource,
  ResourceLink,
  ResourceTemplateType as ResourceTemplate,
  ResourceUpdatedNotification,
  Role,
  ServerCapabilities,
  TextContent,
  TextResourceContents,
  Tool,
  ToolAnnotations,
} from '@modelcontextprotocol/client';

export type CreateMessageRequest = Sdk.CreateMessageRequest;
export type CreateMessageResult = Sdk.CreateMessageResult;
export type ListRootsResult = Sdk.ListRootsResult;
export type LoggingLevel = Sdk.LoggingLevel;
export type LoggingMessageNotification = Sdk.LoggingMessageNotification;
export type Root = Sdk.Root;
export type SamplingMessage = Sdk.SamplingMessage;
