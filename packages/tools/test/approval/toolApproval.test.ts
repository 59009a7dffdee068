import { describe, expect, it } from '@jest/globals';
import {
  Tool,
  type ToolApprovalDecision,
  ToolApprovalHandler,
  type ToolApprovalRequest,
  ToolCallbacks,
  ToolCallingManager,
  ToolParam,
} from '@toolwright/tools';
import { callOf, rejection, respond, sleep, texts, tool } from '../execution/testTools.js';

class Payments {
  readonly paid: number[] = [];

  @Tool({ approval: 'required' })
  pay(@ToolParam({ name: 'amount', type: 'integer' }) amount: number): string {
    this.paid.push(amount);
    return `paid ${amount}`;
  }
}

class Deciding extends ToolApprovalHandler {
  readonly requests: ToolApprovalRequest[] = [];

  constructor(private readonly answer: (request: ToolApprovalRequest) => Promise<ToolApprovalDecision>) {
    super();
  }

  override async decide(request: ToolApprovalRequest): Promise<ToolApprovalDecision> {
    this.requests.push(request);
    return await this.answer(request);
  }
}

function managerWith(handler: ToolApprovalHandler): ToolCallingManager {
  return ToolCallingManager.builder().toolApprovalHandler(handler).build();
}

const pay = callOf('pay', '{"amount":10}', 'c1');

describe('a tool that needs an approval', () => {
  it('[TX-17] runs with the arguments shown once it is approved', async () => {
    const payments = new Payments();
    const handler = new Deciding(async () => ({ approved: true }));
    const callbacks = ToolCallbacks.from(payments);
    expect(texts(await respond(callbacks, [pay], managerWith(handler)))).toEqual(['"paid 10"']);
    expect(payments.paid).toEqual([10]);
    expect(handler.requests).toHaveLength(1);
    expect(handler.requests[0]).toMatchObject({ toolCallId: 'c1', arguments: '{"amount":10}' });
    expect(handler.requests[0]?.toolDefinition).toBe(callbacks[0]?.definition);
  });

  it('[TX-17] does not run when it is declined, and its siblings do', async () => {
    const payments = new Payments();
    const handler = new Deciding(async () => ({ approved: false, reason: 'no budget' }));
    const responses = await respond(
      [...ToolCallbacks.from(payments), tool('other')],
      [pay, 'other'],
      managerWith(handler),
    );
    expect(texts(responses)).toEqual(['The user declined this call: no budget', 'Mission accomplished!']);
    expect(responses[0]).toMatchObject({ isError: true, error: { code: 'CALL_DECLINED', phase: 'resolve' } });
    expect(payments.paid).toEqual([]);
  });

  it("[AP-01] waits for the manager's handler or that of the request", async () => {
    const payments = new Payments();
    const slow = new Deciding(async () => {
      await sleep(30);
      return { approved: true };
    });
    const never = new Deciding(async () => ({ approved: false }));
    const callbacks = ToolCallbacks.from(payments);
    expect(texts(await respond(callbacks, [pay], managerWith(never), { toolApprovalHandler: slow }))).toEqual([
      '"paid 10"',
    ]);
    expect([slow.requests.length, never.requests.length]).toEqual([1, 0]);
    expect(texts(await respond(callbacks, [pay], managerWith(never)))).toEqual(['The user declined this call.']);
  });

  it('[AP-01] stops waiting when the signal fires', async () => {
    const payments = new Payments();
    const controller = new AbortController();
    let decide: ((decision: ToolApprovalDecision) => void) | undefined;
    const handler = new Deciding(() => new Promise((resolve) => (decide = resolve)));
    const reason = new Error('gone');
    setTimeout(() => {
      controller.abort(reason);
    }, 10);
    const running = respond(ToolCallbacks.from(payments), [pay], managerWith(handler), { signal: controller.signal });
    expect(await rejection(running)).toBe(reason);
    expect(handler.requests[0]?.signal.aborted).toBe(true);
    decide?.({ approved: true });
    await sleep(5);
    expect(payments.paid).toEqual([]);
  });

  it('[AP-03] is declined and never runs without a handler', async () => {
    const payments = new Payments();
    expect(texts(await respond(ToolCallbacks.from(payments), [pay]))).toEqual([
      'The user declined this call: no approval handler is configured',
    ]);
    expect(payments.paid).toEqual([]);
  });

  it('does not run when the handler fails', async () => {
    const payments = new Payments();
    const handler = new Deciding(() => Promise.reject(new Error('chat is down')));
    expect(texts(await respond(ToolCallbacks.from(payments), [pay], managerWith(handler)))).toEqual(['chat is down']);
    expect(payments.paid).toEqual([]);
  });

  it('does not take the place of a call that could run', async () => {
    const order: string[] = [];
    const handler = new Deciding(async () => {
      await sleep(30);
      order.push('decided');
      return { approved: true };
    });
    const manager = ToolCallingManager.builder().toolApprovalHandler(handler).executionConcurrency(1).build();
    const other = tool('other', () => {
      order.push('other');
      return 'ok';
    });
    await respond([...ToolCallbacks.from(new Payments()), other], [pay, 'other'], manager);
    expect(order).toEqual(['other', 'decided']);
  });
});
