import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ChatClient, ChatMemory, deny, InMemoryPendingTurnRepository, suspendedTurnOf } from '@toolwright/chat';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import * as examples from './approvals.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const refundOf = (amount: number) => toolCall('refund', { amount }, 'call-1');

describe('the snippets about approvals', () => {
  it('declare which calls need an approval, and a policy about them', async () => {
    const model = new ScriptedChatModel([
      [refundOf(10), toolCall('pay', { amount: 20 }), toolCall('pay', { amount: 90 }, 'call-3')],
      'done',
    ]);
    const pendingTurnRepository = new InMemoryPendingTurnRepository();
    const client = ChatClient.builder(model, { pendingTurnRepository }).defaultTools(new examples.Payments()).build();
    const request = client.prompt('Pay').toolContext({ limit: 50 }).toolApprovalHandler(new examples.Policy());
    const { turnId, pendingApprovals } = suspendedTurnOf(await request.call().chatResponse())!;
    expect(pendingApprovals).toEqual([{ callId: 'call-3', name: 'pay', arguments: '{"amount":90}' }]);
    expect(await client.resume(turnId, { 'call-3': deny('too much') }).content()).toBe('done');
    const results = JSON.stringify(model.prompts[1]?.instructions.at(-1));
    expect(results).toContain('refunded 10');
    expect(results).toContain('paid 20');
    expect(results).toContain('The user declined this call: too much');
  });

  it('suspend a turn and go on with it', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    const model = new ScriptedChatModel([refundOf(10), 'It is done.']);
    expect(await examples.refund(model, new InMemoryPendingTurnRepository())).toBe('It is done.');
    expect(log).toHaveBeenCalledWith({
      turnId: expect.any(String),
      pendingApprovals: [{ callId: 'call-1', name: 'refund', arguments: '{"amount":10}' }],
    });
    expect(JSON.stringify(model.prompts[1]?.instructions.at(-1))).toContain('refunded 10');
  });

  it('go on with the tools of a request', async () => {
    const model = new ScriptedChatModel([refundOf(70), 'It is done.']);
    const client = ChatClient.create(model, { pendingTurnRepository: new InMemoryPendingTurnRepository() });
    const payments = new examples.Payments();
    const request = client.prompt('Refund').tools(payments);
    const response = await request
      .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, 'c-1'))
      .call()
      .chatResponse();
    const { turnId } = suspendedTurnOf(response)!;
    expect(await examples.resumeWith(client, turnId, 'c-1', 't-1', payments)).toBe('It is done.');
  });
});
