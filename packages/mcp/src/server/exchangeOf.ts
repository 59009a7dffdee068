import { IllegalStateException } from '@toolwright/core';
import type { ToolContext } from '@toolwright/tools';
import { McpToolUtils } from '../client/naming/McpToolUtils.js';
import type { McpRequestContext } from './McpRequestContext.js';

/**
 * The request that a method runs for.
 *
 * @throws {IllegalStateException} if the method is not run by an MCP server
 */
export function exchangeOf(context: ToolContext): McpRequestContext {
  const exchange = McpToolUtils.getMcpExchange<McpRequestContext>(context);
  if (exchange === undefined) {
    throw new IllegalStateException('This method has parameters that only a call through an MCP server can fill.');
  }
  return exchange;
}
