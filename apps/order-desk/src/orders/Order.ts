/** An order of one customer. Amounts are in cents. */
export interface Order {
  readonly id: string;
  readonly customerId: string;
  readonly article: string;
  readonly amount: number;
  readonly state: 'packed' | 'shipped' | 'delivered' | 'refunded';
}
