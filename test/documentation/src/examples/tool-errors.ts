// #region failing
import { FatalToolError, Tool, ToolParam, ToolUserError } from '@toolwright/tools';

class Orders {
  readonly #status = new Map([['A-17', 'shipped']]);

  @Tool({ description: 'Status of an order', timeout: '2s' })
  status(@ToolParam({ description: 'The order number, such as A-17' }) orderId: string): string {
    const status = this.#status.get(orderId);
    if (status === undefined)
      throw new ToolUserError(`There is no order ${orderId}. Ask for the number on the invoice.`);
    return status;
  }

  @Tool({ description: 'Cancels an order' })
  cancel(orderId: string): string {
    throw new FatalToolError(`Cancelling ${orderId} would need the ledger, which is closed`);
  }
}
// #endregion

// #region retry
class Rates {
  @Tool({ description: 'Exchange rate', idempotent: true, retry: { attempts: 3, backoff: '100ms' } })
  async rate(from: string, to: string): Promise<number> {
    return this.fetchRate(from, to);
  }
  // #endregion

  constructor(private readonly fetchRate: (from: string, to: string) => Promise<number>) {}
}

export { Orders, Rates };
