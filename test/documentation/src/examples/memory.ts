import {
  type ChatClient,
  ChatMemory,
  type ChatMemoryRepository,
  ChatMemoryTurn,
  MessageChatMemoryAdvisor,
} from '@toolwright/chat';
import { Tool, ToolContext } from '@toolwright/tools';

/** Asks a question of a conversation. */
export async function ask(builder: ChatClient.Builder, memory: ChatMemory, conversationId: string, question: string) {
  // #region advisor
  const client = builder.defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build()).build();

  const answer = await client
    .prompt()
    .user(question)
    .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, conversationId))
    .call()
    .content();
  // #endregion
  return answer;
}

/** A tool that looks at the conversation. */
export class Minutes {
  @Tool({ description: 'What was said so far' })
  transcript(toolContext: ToolContext): readonly string[] {
    // #region staged
    const conversation = ChatMemoryTurn.of(toolContext.turn)?.messages ?? [];
    // #endregion
    return conversation.map(({ text }) => text ?? '');
  }
}

/** Forgets what nobody has used for a month. */
export async function cleanUp(repository: ChatMemoryRepository) {
  // #region clean-up
  const monthAgo = new Date(Date.now() - 30 * 86_400_000);
  const forgotten = await repository.deleteIdleSince?.(monthAgo);
  // #endregion
  return forgotten;
}
