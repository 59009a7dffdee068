import { LoggerFactory } from '@toolwright/core';
import { describeError } from '../call/describeError.js';
import { McpToolsChangedEvent } from '../event/McpClientEvent.js';
import type { McpClient } from '../McpClient.js';
import { runAll } from './installHandlers.js';
import type { ChangedList } from './ListChangeWatch.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** Hands the complete new list to those who asked for it, after caches were invalidated (MA-17). Never rejects. */
export async function announceList(client: McpClient, list: ChangedList): Promise<void> {
  const { name, settings } = client;
  const { handlers, listeners } = settings;
  const { toolListChanged, resourceListChanged, promptListChanged } = handlers;
  try {
    if (list === 'tools' && (listeners.length > 0 || toolListChanged.length > 0)) {
      const tools = await client.listTools();
      client.publish(new McpToolsChangedEvent(name, tools));
      runAll('tool list change', name, toolListChanged, tools);
    } else if (list === 'resources' && resourceListChanged.length > 0) {
      runAll('resource list change', name, resourceListChanged, await client.listResources());
    } else if (list === 'prompts' && promptListChanged.length > 0) {
      runAll('prompt list change', name, promptListChanged, await client.listPrompts());
    }
  } catch (error) {
    if (client.closed) return;
    logger.warn(`MCP connection '${name}' could not list its ${list} after a change: ${describeError(error)}`);
  }
}
