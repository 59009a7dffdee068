import { Component } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { CUSTOMER_ID, OrderTools } from '../orders/OrderTools.js';
import { type Confirm, RefundConfirmation } from './RefundConfirmation.js';

const SYSTEM_TEXT =
  'You work at an order desk. Use the tools for everything about orders; never guess. You serve only the customer who is asking.';

/** A question of a customer. */
export interface DeskQuestion {
  /** Who is asking, from the session: never from the text. */
  readonly customerId: string;
  readonly text: string;
  /** Asks the customer before anything is paid back; default: nothing is. */
  readonly confirm?: Confirm;
  readonly signal?: AbortSignal;
}

/** What the desk answers. */
export interface DeskAnswer {
  readonly text: string;
  /** Why the answer ended: `STOP`, `returnDirect`, or the limit that was reached. */
  readonly reason: string;
}

/** Answers questions of customers about their orders. One desk serves any number of customers at once. */
@Component()
export class OrderDesk {
  readonly #client: ChatClient;

  constructor(builder: ChatClient.Builder, tools: OrderTools) {
    this.#client = builder.defaultSystem(SYSTEM_TEXT).defaultTools(tools).build();
  }

  async answer({ customerId, text, confirm = () => false, signal }: DeskQuestion): Promise<DeskAnswer> {
    const response = await this.#client
      .prompt()
      .user(text)
      .toolContext({ [CUSTOMER_ID]: customerId })
      .toolApprovalHandler(new RefundConfirmation(confirm))
      .call(signal ? { signal } : {})
      .chatResponse();
    const texts = (response?.results ?? []).map(({ output }) => output.text ?? '');
    return { text: texts.join('\n'), reason: response?.result?.metadata.finishReason ?? '' };
  }
}
