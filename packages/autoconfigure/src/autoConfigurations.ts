import type { ClassType } from '@toolwright/core';
import { ChatClientAutoConfiguration } from './chat-client/ChatClientAutoConfiguration.js';
import { PendingTurnAutoConfiguration } from './chat-client/PendingTurnAutoConfiguration.js';
import { McpClientAutoConfiguration } from './mcp-client/McpClientAutoConfiguration.js';
import { McpServerAutoConfiguration } from './mcp-server/McpServerAutoConfiguration.js';
import { ChatMemoryAutoConfiguration } from './memory/ChatMemoryAutoConfiguration.js';
import { PostgresMemoryAutoConfiguration } from './memory/PostgresMemoryAutoConfiguration.js';
import { RedisMemoryAutoConfiguration } from './memory/RedisMemoryAutoConfiguration.js';
import { AiSdkChatModelAutoConfiguration } from './models/AiSdkChatModelAutoConfiguration.js';
import { AiSdkEmbeddingModelAutoConfiguration } from './models/AiSdkEmbeddingModelAutoConfiguration.js';
import { OfflineChatModelAutoConfiguration } from './models/OfflineChatModelAutoConfiguration.js';
import { ObservationAutoConfiguration } from './observation/ObservationAutoConfiguration.js';
import { OpenTelemetryAutoConfiguration } from './observation/OpenTelemetryAutoConfiguration.js';
import { StudioApprovalAutoConfiguration } from './studio/StudioApprovalAutoConfiguration.js';
import { StudioAutoConfiguration } from './studio/StudioAutoConfiguration.js';
import { ToolCallingAutoConfiguration } from './tool-calling/ToolCallingAutoConfiguration.js';
import { ToolResultAutoConfiguration } from './tool-calling/ToolResultAutoConfiguration.js';
import { ToolSchemaAutoConfiguration } from './tool-calling/ToolSchemaAutoConfiguration.js';
import { ToolSearchAdvisorAutoConfiguration } from './tool-search/ToolSearchAdvisorAutoConfiguration.js';

/** Every auto-configuration of this package; applications find it through the `toolwright` entry of package.json. */
const autoConfigurations: readonly ClassType[] = [
  AiSdkChatModelAutoConfiguration,
  AiSdkEmbeddingModelAutoConfiguration,
  ChatClientAutoConfiguration,
  ChatMemoryAutoConfiguration,
  McpClientAutoConfiguration,
  McpServerAutoConfiguration,
  OfflineChatModelAutoConfiguration,
  ObservationAutoConfiguration,
  OpenTelemetryAutoConfiguration,
  PendingTurnAutoConfiguration,
  PostgresMemoryAutoConfiguration,
  RedisMemoryAutoConfiguration,
  StudioApprovalAutoConfiguration,
  StudioAutoConfiguration,
  ToolCallingAutoConfiguration,
  ToolResultAutoConfiguration,
  ToolSchemaAutoConfiguration,
  ToolSearchAdvisorAutoConfiguration,
];

export default autoConfigurations;
