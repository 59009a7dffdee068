import type { ChatClient } from '@toolwright/chat';
import { Tool, ToolContext } from '@toolwright/tools';

class ReadOrders {
  @Tool({ description: 'Open orders' })
  open(): readonly string[] {
    return ['A-17'];
  }
}

class ChangeOrders {
  @Tool({ description: 'Cancels an order' })
  cancel(orderId: string): string {
    return `${orderId} cancelled`;
  }
}

interface User {
  readonly id: string;
  readonly mayChange: boolean;
}

export async function ask(client: ChatClient, user: User, question: string): Promise<string | null> {
  // #region attach
  const tools = user.mayChange ? [new ReadOrders(), new ChangeOrders()] : [new ReadOrders()];
  return client.prompt(question).tools(tools).toolContext({ customerId: user.id }).call().content();
  // #endregion
}

export class Invoices {
  constructor(private readonly invoices: ReadonlyMap<string, readonly string[]>) {}

  // #region identity
  @Tool({ description: 'Invoices of the customer who is asking' })
  list(context: ToolContext): readonly string[] {
    const customerId = context.require<string>('customerId');
    return this.invoices.get(customerId) ?? [];
  }
  // #endregion
}
