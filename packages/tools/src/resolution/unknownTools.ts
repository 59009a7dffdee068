import { hasText, LoggerFactory, nearestNames } from '@toolwright/core';
import type { Message, ToolResponseMessage } from '@toolwright/model';
import { turnStart } from '../limits/turnStart.js';

const logger = LoggerFactory.getLogger('toolwright.tools.resolution');

/** Error code of the response to a call of a tool that nobody knows. */
export const UNKNOWN_TOOL = 'UNKNOWN_TOOL';

/** Names that an answer lists at most (TX-08). */
const MAX_LISTED_NAMES = 20;
/** A longer name is a model gone astray: it is not compared with others, whose cost grows with it, nor repeated whole. */
const MAX_NAME_LENGTH = 200;

/** Tells the model that a tool does not exist and which attached ones do, those with the most similar names first (TX-08). */
export function unknownToolText(toolName: string, attachedNames: readonly string[]): string {
  const names =
    hasText(toolName) && toolName.length <= MAX_NAME_LENGTH
      ? nearestNames(toolName, attachedNames, MAX_LISTED_NAMES)
      : attachedNames.slice(0, MAX_LISTED_NAMES);
  return `Unknown tool '${shownName(toolName)}'. Available tools: ${names.join(', ') || 'none'}.`;
}

/** Warns that a name was not found, as Spring does (TM-10). */
export function warnOfUnknownTool(toolName: string): void {
  logger.warn(
    `LLM may have adapted the tool name '${shownName(toolName)}', especially if the name was truncated due to length limits. ` +
      'If this is the case, you can customize the prefixing and processing logic using McpToolNamePrefixGenerator',
  );
}

/** The name for a message; models leave it out at times. */
function shownName(toolName: string): string {
  if (!hasText(toolName)) return '';
  return toolName.length > MAX_NAME_LENGTH ? `${toolName.slice(0, MAX_NAME_LENGTH)}…` : toolName;
}

/** How often the running turn has been told that a tool does not exist. */
export function countUnknownToolCalls(history: readonly Message[]): number {
  let count = 0;
  for (let i = turnStart(history); i < history.length; i++) {
    const message = history[i];
    if (message?.messageType !== 'tool') continue;
    for (const { error } of (message as ToolResponseMessage).responses) if (error?.code === UNKNOWN_TOOL) count++;
  }
  return count;
}
