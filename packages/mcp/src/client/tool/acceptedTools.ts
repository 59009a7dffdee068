import { LoggerFactory } from '@toolwright/core';
import type * as McpSchema from '../../sdk/McpSchema.js';
import { McpToolDefinitionChangedEvent } from '../event/McpClientEvent.js';
import type { McpClient } from '../McpClient.js';
import { McpToolPins } from './McpToolPins.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** The definitions that were seen last, and the changes that were reported, of one client. */
interface SeenTools {
  readonly definitions: Map<string, McpSchema.Tool>;
  readonly reported: Set<string>;
}

const seenTools = new WeakMap<McpClient, SeenTools>();

/**
 * Compares the tools of a listing with what was accepted (MX-08). A changed tool is reported once; it is then accepted,
 * or, with `block`, left out until somebody accepts it.
 */
export function acceptedTools(client: McpClient, tools: readonly McpSchema.Tool[]): readonly McpSchema.Tool[] {
  const { pins } = client.settings;
  const block = client.settings.onDefinitionChange === 'block';
  const seen = seenOf(client);
  // A server may list one name twice, and only the first one is what was accepted.
  const names = new Set<string>();
  return tools.filter((tool) => {
    if (names.has(tool.name)) return true;
    names.add(tool.name);
    const unchanged = pins.check(client.name, tool);
    const previous = seen.definitions.get(tool.name);
    if (unchanged) {
      seen.definitions.set(tool.name, tool);
      return true;
    }
    const fingerprint = McpToolPins.fingerprint(tool);
    if (!seen.reported.has(fingerprint)) {
      seen.reported.add(fingerprint);
      logger.warn(
        `The definition of tool '${tool.name}' of MCP connection '${client.name}' changed after it was first used. ` +
          (block ? 'The tool is withheld until the new definition is accepted.' : 'The new definition is used.'),
      );
      client.publish(new McpToolDefinitionChangedEvent(client.name, previous, tool, block));
    }
    if (block) return false;
    pins.accept(client.name, tool);
    seen.reported.delete(fingerprint);
    seen.definitions.set(tool.name, tool);
    return true;
  });
}

function seenOf(client: McpClient): SeenTools {
  let seen = seenTools.get(client);
  if (seen === undefined) seenTools.set(client, (seen = { definitions: new Map(), reported: new Set() }));
  return seen;
}
