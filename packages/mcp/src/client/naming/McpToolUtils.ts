import { hasText, IllegalArgumentException } from '@toolwright/core';
import type { ToolContext } from '@toolwright/tools';
import { formatToolName, lastCodePoints, MAX_TOOL_NAME_LENGTH } from './formatToolName.js';

/** Helpers around names and exchanges that applications use too. */
export class McpToolUtils {
  /** Under this key of a tool context a tool that a server runs finds the exchange with its client. */
  static readonly TOOL_CONTEXT_MCP_EXCHANGE_KEY = 'exchange';

  /**
   * A tool name of legal characters (MN-02): others are deleted, `-` becomes `_`.
   *
   * @example `McpToolUtils.format('my-special-tool')` is `my_special_tool`
   */
  static format(name: string): string {
    return formatToolName(name);
  }

  /**
   * `<shortened prefix>_<title>_<tool name>`, formatted, the last 64 characters (MN-13). The prefix is shortened to the
   * first letters of its words.
   *
   * @throws {IllegalArgumentException} `Prefix or toolName cannot be null or empty`
   */
  static prefixedToolName(prefix: string, title: string | null | undefined, toolName: string): string {
    if (!hasText(prefix) || !hasText(toolName)) {
      throw new IllegalArgumentException('Prefix or toolName cannot be null or empty');
    }
    const parts = [shorten(formatToolName(prefix)), ...(hasText(title) ? [formatToolName(title)] : [])];
    return lastCodePoints([...parts, formatToolName(toolName)].join('_'), MAX_TOOL_NAME_LENGTH);
  }

  /** The exchange with the client that called the tool through a server of ours; undefined elsewhere. */
  static getMcpExchange<T = unknown>(toolContext: ToolContext | undefined): T | undefined {
    return toolContext?.get<T>(McpToolUtils.TOOL_CONTEXT_MCP_EXCHANGE_KEY);
  }
}

function shorten(words: string): string {
  return words
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '')
    .map((word) => String.fromCodePoint(word.codePointAt(0) as number))
    .join('_');
}
