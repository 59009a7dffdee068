import { isDeepStrictEqual } from 'node:util';
import type { AssistantMessage, Message, ToolResponseMessage } from '@toolwright/model';

/**
 * Whether two messages say the same, although one of them may have been in a repository: metadata entries that only one
 * of them has were added or dropped on the way and do not count, nor does the difference between no text and an empty
 * one (CX-128, CX-130). Media of a user message do not count either (AD-20).
 */
export function isSameMessage(a: Message, b: Message): boolean {
  if (a === b) return true;
  if (a.messageType !== b.messageType || (a.text ?? '') !== (b.text ?? '')) return false;
  for (const key in a.metadata) {
    if (key in b.metadata && !isDeepStrictEqual(a.metadata[key], b.metadata[key])) return false;
  }
  if (a.messageType === 'assistant') {
    const [left, right] = [a as AssistantMessage, b as AssistantMessage];
    return isDeepStrictEqual(left.toolCalls, right.toolCalls) && isDeepStrictEqual(left.media, right.media);
  }
  if (a.messageType === 'tool') {
    return isDeepStrictEqual((a as ToolResponseMessage).responses, (b as ToolResponseMessage).responses);
  }
  return true;
}
