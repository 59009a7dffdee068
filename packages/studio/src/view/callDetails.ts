import type { CallDetails, TurnFailure } from '../protocol/index.js';
import type { RecordedCall, RecordedFailure } from '../recording/RecordedTurn.js';
import type { ContentWriter } from './ContentWriter.js';

/** A call for the page. */
export function callDetails(call: RecordedCall, content: ContentWriter): CallDetails {
  const { key, id, name, status, startedAt, duration, arguments: args, result, failure } = call;
  return {
    key,
    id,
    name,
    status,
    startedAt,
    duration,
    arguments: content.text(args, `calls.${key}.arguments`),
    result: result && content.text(result, `calls.${key}.result`),
    failure: turnFailure(failure, `calls.${key}.failure`, content),
  };
}

/** A failure for the page. */
export function turnFailure(failure: RecordedFailure | null, ref: string, content: ContentWriter): TurnFailure | null {
  return failure && { type: failure.type, message: content.text(failure.message, ref) };
}
