import type { MaybePromise } from '@toolwright/core';
import { type ToolApprovalDecision, ToolApprovalHandler, type ToolApprovalRequest } from '@toolwright/tools';

/** Asks the customer whether an order shall be paid back, such as by a button. */
export type Confirm = (question: string, signal: AbortSignal) => MaybePromise<boolean>;

/** Lets a refund run only if the customer says so. The question is made here, so that no model can word it. */
export class RefundConfirmation extends ToolApprovalHandler {
  readonly #confirm: Confirm;

  constructor(confirm: Confirm) {
    super();
    this.#confirm = confirm;
  }

  override async decide({ arguments: text, signal }: ToolApprovalRequest): Promise<ToolApprovalDecision> {
    const { orderId } = JSON.parse(text) as { orderId?: unknown };
    const approved = await this.#confirm(`Pay order ${String(orderId)} back?`, signal);
    return approved ? { approved } : { approved, reason: 'The customer did not confirm it.' };
  }
}
