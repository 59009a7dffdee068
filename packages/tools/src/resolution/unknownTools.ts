import { nearestNames } from '@toolwright/core';
import type { Message, ToolResponseMessage } from '@toolwright/model';
import { turnStart } from '../limits/turnStart.js';

/** Error code of the response to a call of a tool that nobody knows. */
export const UNKNOWN_TOOL = 'UNKNOWN_TOOL';

/** Names that an answer lists at most (TX-08). */
const MAX_LISTED_NAMES = 20;
/** A longer name is a model gone astray: it is not compared with others, whose cost grows with it, nor repeated whole. */
const MAX_NAME_LENGTH = 200;

/** Tells the model that a tool does not exist and which attached ones do, those with the most similar names first (TX-08). */
export function unknownToolText(toolName: string, attachedNames: readonly string[]): string {
  const astray = toolName.length > MAX_NAME_LENGTH;
  const shown = astray ? `${toolName.slice(0, MAX_NAME_LENGTH)}…` : toolName;
  const names = astray
    ? attachedNames.slice(0, MAX_LISTED_NAMES)
    : nearestNames(toolName, attachedNames, MAX_LISTED_NAMES);
  return `Unknown tool '${shown}'. Available tools: ${names.join(', ') || 'none'}.`;
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
