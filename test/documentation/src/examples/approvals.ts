import { approve, ChatClient, ChatMemory, type PendingTurnRepository, suspendedTurnOf } from '@toolwright/chat';
import type { ChatModel } from '@toolwright/model';
import {
  Tool,
  type ToolApprovalDecision,
  ToolApprovalHandler,
  type ToolApprovalRequest,
  ToolParam,
} from '@toolwright/tools';

// #region declare
class Payments {
  @Tool({ description: 'Refunds an amount', approval: 'required' })
  refund(@ToolParam({ description: 'In euros' }) amount: number): string {
    return `refunded ${amount}`;
  }

  @Tool({
    description: 'Pays an invoice',
    approval: ({ amount }, { context }) => Number(amount) > Number(context.limit),
  })
  pay(@ToolParam({ description: 'In euros' }) amount: number): string {
    return `paid ${amount}`;
  }
}
// #endregion

// #region policy
class Policy extends ToolApprovalHandler {
  decide({ toolDefinition, arguments: args }: ToolApprovalRequest): ToolApprovalDecision {
    const { amount } = JSON.parse(args) as { amount: number };
    if (toolDefinition.name === 'refund' && amount <= 10) return { approved: true };
    return ToolApprovalHandler.LATER;
  }
}
// #endregion

/** Suspends a turn and goes on with it. */
export async function refund(model: ChatModel, repository: PendingTurnRepository) {
  const payments = new Payments();
  // #region suspend
  const client = ChatClient.builder(model, { pendingTurnRepository: repository }).defaultTools(payments).build();

  const response = await client.prompt('Refund 10 euros').call().chatResponse();
  const suspended = suspendedTurnOf(response);
  if (suspended === undefined) return response?.result?.output.text;
  console.log(suspended);
  // { turnId: '5f0c…', pendingApprovals: [{ callId: 'call-1', name: 'refund', arguments: '{"amount":10}' }] }

  // later, in this process or another one with a client of the same tools
  const answer = await client.resume(suspended.turnId, { 'call-1': approve }).content();
  // #endregion
  return answer;
}

/** Goes on with a turn whose tools are not the client's own. */
export function resumeWith(client: ChatClient, turnId: string, id: string, tenantId: string, payments: object) {
  const decisions = { 'call-1': approve };
  // #region resume-request
  return client
    .prompt()
    .tools(payments)
    .toolContext({ tenantId })
    .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, id))
    .resume(turnId, decisions)
    .content();
  // #endregion
}

export { Payments, Policy };
