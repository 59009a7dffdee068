import { hasText, LoggerFactory } from '@toolwright/core';
import type { ToolCall } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import { callWithTimeout } from './callWithTimeout.js';

const logger = LoggerFactory.getLogger('toolwright.tools.execution');

/**
 * Runs one tool with the arguments as the model wrote them; they are the callback's to parse (TM-07).
 *
 * @param timeout in milliseconds, null for no bound
 * @returns what the callback returned, or its promise
 * @throws whatever the callback throws, or {@link ToolTimeoutException}
 */
export function runToolCall(
  call: ToolCall,
  callback: ToolCallback,
  context: ToolContext,
  timeout: number | null,
  signal: AbortSignal | undefined,
): Promise<string> {
  let toolInput = call.arguments;
  // Streaming models leave the arguments of a tool without parameters empty (TM-06).
  if (!hasText(toolInput)) {
    logger.warn(`Tool call arguments are null or empty for tool: ${call.name}. Using empty JSON object as default.`);
    toolInput = '{}';
  }
  if (timeout === null) return callback.call(toolInput, context);
  return callWithTimeout(callback, toolInput, context, timeout, signal);
}
