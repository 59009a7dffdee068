import { approvalHash } from '@toolwright/chat';
import type { PendingCall } from '../protocol/index.js';
import type { RecordedTurn } from '../recording/RecordedTurn.js';
import type { ContentWriter } from './ContentWriter.js';

/** The calls of a turn that wait for decisions. */
export function pendingCalls(
  { conversationId, pending }: RecordedTurn,
  content: ContentWriter,
): readonly PendingCall[] {
  return pending.map((call) => ({
    callId: call.callId,
    name: call.name,
    arguments: content.text({ text: call.arguments, length: call.arguments.length }, `pending.${call.callId}`),
    hash: approvalHash(conversationId, call),
    unknownOutcome: call.unknownOutcome === true,
  }));
}
