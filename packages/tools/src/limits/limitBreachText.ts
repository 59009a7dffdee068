import { formatDuration } from '../execution/formatDuration.js';
import type { ToolCallLimitBreach } from './ToolCallLimits.js';
import type { TurnLimitBreach, TurnLimitKind } from './TurnLimits.js';

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

/** The response of a call that was not run because another call of its message breached a limit. */
export function notRunResponse(breach: ToolCallLimitBreach): string {
  return `This call was not run: ${limitBreachMessage(breach)}. No further tool calls are allowed.`;
}

/** What a turn has used up, as the message of the exception and the start of the answer to the model (BG-01). */
export function turnLimitMessage({ kind, limit }: Pick<TurnLimitBreach, 'kind' | 'limit'>): string {
  const shown = kind === 'duration' ? formatDuration(limit) : String(limit);
  return `Tool ${WORDS[kind]} limit (${shown}) exceeded for this turn`;
}

/** The response of a call that its turn has no room for, and the text of the answer (BG-01). */
export function turnLimitResponse(breach: Pick<TurnLimitBreach, 'kind' | 'limit'>): string {
  return `${turnLimitMessage(breach)}. No further tool calls are allowed.`;
}

const WORDS: Readonly<Record<TurnLimitKind, string>> = {
  rounds: 'round',
  duration: 'time',
  tokens: 'token',
  cost: 'cost',
};
