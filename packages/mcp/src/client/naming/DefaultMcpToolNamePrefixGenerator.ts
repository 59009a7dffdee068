import { LoggerFactory } from '@toolwright/core';
import type * as McpSchema from '../../sdk/McpSchema.js';
import type { McpConnectionInfo } from '../McpConnectionInfo.js';
import { formatToolName, lastCodePoints, MAX_TOOL_NAME_LENGTH } from './formatToolName.js';
import { McpToolNamePrefixGenerator } from './McpToolNamePrefixGenerator.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/**
 * Offers a tool under its own name, cleaned and at most 64 characters long; a name that another tool has taken gets the
 * prefix `alt_<n>_`. A tool keeps its name for the life of the generator, whatever its server changes about it, and the
 * name of a tool that went away stays reserved (MN-03 to MN-11).
 */
export class DefaultMcpToolNamePrefixGenerator extends McpToolNamePrefixGenerator {
  readonly #asciiNames: boolean;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  #counter = 0;

  /** @param options `asciiNames` drops letters outside ASCII too, for providers that refuse them (MN-12); default false */
  constructor(options: { readonly asciiNames?: boolean } = {}) {
    super();
    this.#asciiNames = options.asciiNames ?? false;
  }

  override prefixedToolName(connection: McpConnectionInfo, tool: McpSchema.Tool, occurrence = 0): string {
    const { clientInfo, initializeResult } = connection;
    const server = initializeResult?.serverInfo;
    const key = JSON.stringify([
      clientInfo.name,
      clientInfo.version,
      server?.name,
      server?.version,
      tool.name,
      occurrence,
    ]);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.#newName(tool.name);
    this.#names.set(key, name);
    this.#taken.add(name);
    return name;
  }

  #newName(toolName: string): string {
    const formatted = formatToolName(toolName, this.#asciiNames);
    if (formatted === '') {
      const name = this.#next((n) => `tool_${n}`);
      logger.warn(`Tool name '${toolName}' has no usable character. Using tool name '${name}'`);
      return name;
    }
    const shortened = lastCodePoints(formatted, MAX_TOOL_NAME_LENGTH);
    if (!this.#taken.has(shortened)) return shortened;
    const name = this.#next((n) => {
      const prefix = `alt_${n}_`;
      return `${prefix}${lastCodePoints(formatted, MAX_TOOL_NAME_LENGTH - prefix.length)}`;
    });
    logger.warn(`Tool name '${shortened}' already exists. Using unique tool name '${name}'`);
    return name;
  }

  #next(nameOf: (counter: number) => string): string {
    for (;;) {
      this.#counter += 1;
      const name = nameOf(this.#counter);
      if (!this.#taken.has(name)) return name;
    }
  }
}
