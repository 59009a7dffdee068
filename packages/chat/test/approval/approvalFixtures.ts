import {
  ChatClient,
  type ChatClientResponse,
  type ChatClientSettings,
  InMemoryPendingTurnRepository,
  type PendingTurn,
  type PendingTurnRepository,
  type SuspendedTurn,
  suspendedTurnOf,
} from '@toolwright/chat';
import type { ToolCall } from '@toolwright/model';
import type { ScriptedChatModel } from '@toolwright/testing';
import { Tool, ToolContext, ToolParam } from '@toolwright/tools';

/** A service with tools that need an approval and one that does not. */
export class Bank {
  readonly log: string[] = [];

  @Tool({ approval: 'required' })
  refund(@ToolParam({ name: 'amount', type: 'integer' }) amount: number): string {
    this.log.push(`refund ${amount}`);
    return `refunded ${amount}`;
  }

  @Tool({ approval: 'required', idempotent: true })
  block(@ToolParam({ name: 'card', type: 'string' }) card: string): string {
    this.log.push(`block ${card}`);
    return `blocked ${card}`;
  }

  @Tool({ approval: 'required', returnDirect: true })
  print(@ToolParam({ name: 'page', type: 'string' }) page: string): string {
    this.log.push(`print ${page}`);
    return `printed ${page}`;
  }

  @Tool()
  lookUp(): string {
    this.log.push('lookUp');
    return 'found';
  }

  @Tool({ approval: 'required' })
  greet(toolContext: ToolContext): string {
    return `hello ${String(toolContext.get('user'))} in ${String(toolContext.get('locale'))}`;
  }
}

/** A call of the model. */
export function callOf(id: string, name: string, args: Readonly<Record<string, unknown>> = {}): ToolCall {
  return { id, type: 'function', name, arguments: JSON.stringify(args) };
}

/** One process: a client of its own with tools of its own; only the store is shared. */
export class TestProcess {
  readonly bank = new Bank();
  readonly client: ChatClient;

  constructor(
    readonly model: ScriptedChatModel,
    readonly repository: PendingTurnRepository = new InMemoryPendingTurnRepository(),
    settings: Omit<ChatClientSettings, 'pendingTurnRepository'> = {},
  ) {
    this.client = ChatClient.builder(model, { ...settings, pendingTurnRepository: repository })
      .defaultSystem('Be brief.')
      .defaultTools(this.bank)
      .build();
  }

  /** Runs a turn that is expected to wait. */
  async suspend(conversationId?: string): Promise<SuspendedTurn> {
    const spec = this.client.prompt('Do it');
    if (conversationId) spec.advisors((advisors) => advisors.param('chat_memory_conversation_id', conversationId));
    return suspended(await spec.call().chatClientResponse());
  }

  /** The stored turn. */
  async stored({ turnId }: SuspendedTurn): Promise<PendingTurn> {
    const turn = await this.repository.find(turnId);
    if (!turn) throw new Error(`turn ${turnId} is not stored`);
    return turn;
  }
}

/** What a response that waits says. */
export function suspended(response: ChatClientResponse): SuspendedTurn {
  const turn = suspendedTurnOf(response.chatResponse);
  if (!turn) throw new Error(`the turn is not suspended: ${String(response.chatResponse?.result?.output.text)}`);
  return turn;
}

/** What a promise rejects with; fails the test if it does not. */
export async function rejection<T = Error>(promise: PromiseLike<unknown>): Promise<T> {
  try {
    await promise;
  } catch (error) {
    return error as T;
  }
  throw new Error('the promise was expected to reject');
}
