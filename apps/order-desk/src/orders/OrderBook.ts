import { Component } from '@toolwright/boot';
import type { Order } from './Order.js';

const ORDERS: readonly Order[] = [
  { id: '1001', customerId: '42', article: 'Desk lamp', amount: 4_900, state: 'shipped' },
  { id: '1002', customerId: '42', article: 'Bookshelf', amount: 12_900, state: 'delivered' },
  { id: '2001', customerId: '77', article: 'Armchair', amount: 39_900, state: 'delivered' },
];

/** The orders of all customers. Nothing is found without saying whose it is. */
@Component()
export class OrderBook {
  readonly #orders = new Map(ORDERS.map((order) => [order.id, order]));

  /** The order of this customer; undefined if there is none, or if it is somebody else's. */
  find(customerId: string, orderId: string): Order | undefined {
    const order = this.#orders.get(orderId);
    return order?.customerId === customerId ? order : undefined;
  }

  /** All orders of this customer. */
  ordersOf(customerId: string): readonly Order[] {
    return [...this.#orders.values()].filter((order) => order.customerId === customerId);
  }

  /**
   * Pays an order back.
   *
   * @throws {Error} if the order is not this customer's, or was paid back already
   */
  refund(customerId: string, orderId: string): Order {
    const order = this.find(customerId, orderId);
    if (!order || order.state === 'refunded') throw new Error(`Order ${orderId} cannot be paid back`);
    const refunded: Order = { ...order, state: 'refunded' };
    this.#orders.set(orderId, refunded);
    return refunded;
  }
}
