import type { ChatResponse, Prompt } from '@toolwright/model';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import type { ToolCallingChatOptions } from '../options/ToolCallingChatOptions.js';
import type { ToolExecutionResult } from './ToolExecutionResult.js';

/** How one batch of tool calls is run. */
export interface ToolExecutionOptions {
  /** Reaches every running tool; when it fires, `executeToolCalls` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** State shared by all calls of the turn, handed to the tools as `toolContext.turn`. */
  readonly turn?: Map<string, unknown>;
  /**
   * Asked for a name that the options do not carry, before the usual answer for unknown tools.
   *
   * @returns the text of the response, or undefined for the usual answer
   */
  readonly unknownToolResponse?: (toolName: string) => string | undefined;
}

/**
 * Finds, limits and runs the tool calls of a response. It keeps no state between calls: limits are counted from the
 * prompt, which must therefore hold the complete history of the turn.
 */
export abstract class ToolCallingManager {
  /**
   * The definitions of the tools that the options carry, in order.
   *
   * @throws {IllegalArgumentException} `chatOptions cannot be null`
   * @throws {IllegalStateException} if two tools have one name
   */
  abstract resolveToolDefinitions(chatOptions: ToolCallingChatOptions): readonly ToolDefinition[];

  /**
   * Runs the tool calls of the first answer that has any.
   *
   * @param prompt the complete history of the turn, with the options that were sent to the model
   * @param chatResponse the model's answer
   * @returns the history extended by the answer and by one tool-response message
   * @throws {ToolCallLimitExceededException} if a limit is breached and the behaviour is `THROW`
   * @throws {IllegalStateException} `No tool call requested by the chat model`
   */
  abstract executeToolCalls(
    prompt: Prompt,
    chatResponse: ChatResponse,
    options?: ToolExecutionOptions,
  ): Promise<ToolExecutionResult>;
}
