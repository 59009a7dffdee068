import { type ChatClient, ChatMemory } from '@toolwright/chat';

/** Asks a question of a conversation, whose searches share what they found. */
export function ask(client: ChatClient, question: string, conversationId: string) {
  // #region session
  return client
    .prompt()
    .user(question)
    .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, conversationId))
    .call()
    .content();
  // #endregion
}
