import {
  isLimitExceeded,
  ToolCallLimitExceededException,
  type TurnLimitExceededException,
  type ToolCallingObservationContext,
} from '@toolwright/tools';
import type { RecordedBreach } from './RecordedTurn.js';

/** The limit that a call was refused for; undefined if it was not. */
export function breachOfCall({
  error,
  lowCardinalityKeyValues,
}: ToolCallingObservationContext): RecordedBreach | undefined {
  const type = lowCardinalityKeyValues.get('error.type');
  if (type === 'identical_call') return { kind: 'identical-calls', toolName: null, limit: null };
  return type === 'limit_exceeded' ? breachOfError(error) : undefined;
}

/** The limit that an exception is about; undefined if it is another one. */
export function breachOfError(error: unknown): RecordedBreach | undefined {
  if (!isLimitExceeded(error)) return undefined;
  if (error.code === 'TOOL_CALL_LIMIT_EXCEEDED') {
    const { toolName, limit } = error as ToolCallLimitExceededException;
    return { kind: toolName === null ? 'total-calls' : 'tool-calls', toolName, limit };
  }
  const { kind, limit } = error as TurnLimitExceededException;
  return { kind, toolName: null, limit };
}

/** Whether an answer was ended by a limit, and by which, as far as its finish reason tells. */
export function breachOfReason(finishReason: string | null): RecordedBreach | 'calls' | undefined {
  if (finishReason === ToolCallLimitExceededException.FINISH_REASON) return 'calls';
  const kind = finishReason === null ? undefined : KINDS.get(finishReason);
  return kind && { kind, toolName: null, limit: null };
}

const KINDS: ReadonlyMap<string, RecordedBreach['kind']> = new Map([
  ['toolRoundLimitExceeded', 'rounds'],
  ['toolTimeLimitExceeded', 'duration'],
  ['toolTokenLimitExceeded', 'tokens'],
  ['toolCostLimitExceeded', 'cost'],
]);
