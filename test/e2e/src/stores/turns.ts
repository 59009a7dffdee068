import { appendFileSync } from 'node:fs';
import {
  ChatClient,
  ChatMemory,
  type ChatMemoryRepository,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  type PendingTurnRepository,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { AssistantMessage } from '@toolwright/model';
import { ScriptedChatModel, type ScriptedReply } from '@toolwright/testing';
import { Tool, ToolCallingChatOptions, ToolParam } from '@toolwright/tools';

function modelThatSays(...replies: readonly ScriptedReply[]): ScriptedChatModel {
  return new ScriptedChatModel(replies, { defaultOptions: ToolCallingChatOptions.builder().build() });
}

class Clock {
  constructor(readonly whileRunning: () => Promise<void>) {}

  @Tool()
  async now(): Promise<string> {
    await this.whileRunning();
    return '12:00';
  }
}

/** A turn of two tool rounds, remembered inside the loop: its steps are stored one by one. */
export async function runTurn(
  repository: ChatMemoryRepository,
  conversationId: string,
  name: string,
  whileRunning: () => Promise<void> = async () => undefined,
): Promise<string | null> {
  const asks = (round: number): ScriptedReply =>
    new AssistantMessage('', {
      toolCalls: [{ id: `${name}.${round}`, type: 'function', name: 'now', arguments: '{}' }],
    });
  const memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository).maxMessages(1000).build();
  const inside = ToolCallingAdvisor.DEFAULT_ORDER + 100;
  return ChatClient.builder(modelThatSays(asks(1), asks(2), `answer ${name}`))
    .defaultTools(new Clock(whileRunning))
    .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).order(inside).build())
    .build()
    .prompt(`question ${name}`)
    .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, conversationId))
    .call()
    .content();
}

/** What {@link runTurn} leaves in the repository, one text per message. */
export function storedTurn(name: string): readonly string[] {
  const rounds = [1, 2].flatMap((round) => [`call ${name}.${round}`, `result ${name}.${round}`]);
  return [`question ${name}`, ...rounds, `answer ${name}`];
}

class Bank {
  constructor(
    readonly log: string,
    readonly afterwards: () => void,
  ) {}

  @Tool({ approval: 'required' })
  refund(@ToolParam({ name: 'amount', type: 'integer' }) amount: number): string {
    appendFileSync(this.log, `refund ${amount}\n`);
    this.afterwards();
    return `refunded ${amount}`;
  }
}

/** The model's request to run `refund` with this amount, as call `c<amount>`. */
export function asksForRefunds(...amounts: readonly number[]): AssistantMessage {
  const toolCalls = amounts.map((amount) => ({
    id: `c${amount}`,
    type: 'function',
    name: 'refund',
    arguments: JSON.stringify({ amount }),
  }));
  return new AssistantMessage('', { toolCalls });
}

/** A client whose refunds need an approval; each that is made is a line of the file `log`. */
export function bankClient(
  pendingTurnRepository: PendingTurnRepository,
  log: string,
  replies: readonly ScriptedReply[],
  afterwards: () => void = () => undefined,
): ChatClient {
  return ChatClient.builder(modelThatSays(...replies), { pendingTurnRepository })
    .defaultTools(new Bank(log, afterwards))
    .build();
}
