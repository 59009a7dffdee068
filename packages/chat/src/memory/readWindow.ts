import type { Message } from '@toolwright/model';
import type { ChatMemoryRepository } from './ChatMemoryRepository.js';
import { beginsTurn, type MessageWindow, windowOf } from './windowOf.js';

/**
 * The last messages of a stored conversation, as many as the window holds. No more is read than the window needs, where
 * the repository can tell the end of a conversation from the rest.
 *
 * @internal
 */
export async function readWindow(
  repository: ChatMemoryRepository,
  conversationId: string,
  maxMessages: number,
): Promise<MessageWindow> {
  if (!repository.findLatest) return windowOf(await repository.findByConversationId(conversationId), maxMessages);
  for (let count = maxMessages + 1; ; count *= 4) {
    const window = windowOfEnd(await repository.findLatest(conversationId, count), count, maxMessages);
    if (window) return window;
  }
}

/**
 * The window of a conversation of which only the end is known, as {@link windowOf} would find it in the whole.
 *
 * @param end all system messages and at least the latest `count` other ones, or the whole conversation if it has no more
 * @param count more than `maxMessages`
 * @returns undefined if the end does not tell, because the last turn may have begun before it
 */
function windowOfEnd(end: readonly Message[], count: number, maxMessages: number): MessageWindow | undefined {
  const spoken = end.filter(({ messageType }) => messageType !== 'system');
  const isWhole = spoken.length < count;
  if (!isWhole && !spoken.some((_message, index) => index > 0 && beginsTurn(spoken, index))) return undefined;
  return windowOf(end, maxMessages);
}
