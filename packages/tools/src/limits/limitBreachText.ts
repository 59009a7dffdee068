import type { ToolCallLimitBreach } from './ToolCallLimits.js';

/** What was breached, as the message of the exception and the start of the answer to the model (LI-05). */
export function limitBreachMessage({ toolName, limit }: ToolCallLimitBreach): string {
  return toolName === null
    ? `Total tool call limit (${limit}) exceeded for this turn`
    : `Tool call limit (${limit}) exceeded for tool '${toolName}'`;
}

/** The response of a call that breached a limit (LI-05). */
export function limitBreachResponse(breach: ToolCallLimitBreach): string {
  const consequence =
    breach.toolName === null
      ? 'No further tool calls are allowed.'
      : 'No further calls to this tool are allowed in this turn.';
  return `${limitBreachMessage(breach)}. ${consequence}`;
}
