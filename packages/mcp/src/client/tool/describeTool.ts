import { LoggerFactory } from '@toolwright/core';
import { ensureValidInputSchema, ToolDefinition, ToolMetadata } from '@toolwright/tools';
import type * as McpSchema from '../../sdk/McpSchema.js';
import type { McpClient } from '../McpClient.js';
import { cutText } from './limitContent.js';
import { sanitizeSchema, sanitizeText } from './sanitizeText.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** What the model is told of a tool of a server. */
export function toDefinition(
  connectionName: string,
  tool: McpSchema.Tool,
  name: string,
  maxLength: number,
): ToolDefinition {
  let description = sanitizeText(tool.description ?? '');
  if (description.length > maxLength) {
    logger.warn(
      `The description of tool '${tool.name}' of MCP connection '${connectionName}' has ${description.length} characters ` +
        `and was cut to ${maxLength}.`,
    );
    description = cutText(description, maxLength);
  }
  return ToolDefinition.builder()
    .name(name)
    .description(description)
    .inputSchema(ensureValidInputSchema(JSON.stringify(sanitizeSchema(tool.inputSchema))))
    .build();
}

/** Hints of a server that is not trusted are no facts (MX-07). */
export function toMetadata({ name, settings }: McpClient, { annotations }: McpSchema.Tool): ToolMetadata {
  const hints = settings.trusted ? annotations : undefined;
  return ToolMetadata.builder()
    .attributes({
      mcpConnection: name,
      ...(hints?.readOnlyHint !== undefined && { readOnly: hints.readOnlyHint }),
      ...(hints?.destructiveHint !== undefined && { destructive: hints.destructiveHint }),
      ...(hints?.idempotentHint !== undefined && { idempotent: hints.idempotentHint }),
      ...(hints?.openWorldHint !== undefined && { openWorld: hints.openWorldHint }),
    })
    .build();
}
