import { Component } from '@toolwright/boot';
import { Tool, ToolContext, ToolParam, ToolUserError } from '@toolwright/tools';
import type { Order } from './Order.js';
import { OrderBook } from './OrderBook.js';

/** The key of the tool context under which the desk says who is asking. */
export const CUSTOMER_ID = 'customerId';

/**
 * What the model can do for a customer. Whose orders they are is never an argument: a model can be talked into any
 * argument, but it has no hand in the tool context.
 */
@Component()
export class OrderTools {
  readonly #orders: OrderBook;

  constructor(orders: OrderBook) {
    this.#orders = orders;
  }

  @Tool({ description: 'State, article and price of an order of the customer who is asking', idempotent: true })
  orderStatus(@ToolParam({ description: 'Number of the order' }) orderId: string, context: ToolContext): string {
    return describe(this.#require(orderId, context));
  }

  @Tool({ description: 'Pays an order back; the customer has to confirm it first', approval: 'required' })
  refundOrder(@ToolParam({ description: 'Number of the order' }) orderId: string, context: ToolContext): string {
    const { state } = this.#require(orderId, context);
    if (state === 'refunded') throw new ToolUserError(`Order ${orderId} has been paid back already.`);
    if (state !== 'delivered') {
      throw new ToolUserError(`Order ${orderId} is ${state}; only delivered orders are paid back.`);
    }
    return describe(this.#orders.refund(context.require(CUSTOMER_ID), orderId));
  }

  @Tool({ description: 'The invoice of an order, word for word', returnDirect: true })
  invoice(@ToolParam({ description: 'Number of the order' }) orderId: string, context: ToolContext): string {
    const { id, article, amount } = this.#require(orderId, context);
    return `Invoice ${id}: 1 × ${article}, ${price(amount)}`;
  }

  #require(orderId: string, context: ToolContext): Order {
    const order = this.#orders.find(context.require(CUSTOMER_ID), orderId);
    // The same words whether the order does not exist or is somebody else's.
    if (!order) throw new ToolUserError(`No order ${orderId} for this customer.`);
    return order;
  }
}

function describe({ id, article, amount, state }: Order): string {
  return `Order ${id} (${article}, ${price(amount)}) is ${state}.`;
}

function price(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`;
}
