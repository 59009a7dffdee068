import { describe, expect, it } from '@jest/globals';
import type { ToolResponseMessage } from '@toolwright/model';
import {
  Tool,
  type ToolApprovalDecision,
  ToolApprovalHandler,
  type ToolApprovalRequest,
  ToolApprovalRequiredException,
  ToolCallbacks,
  ToolCallingChatOptions,
  ToolCallingManager,
  ToolParam,
} from '@toolwright/tools';
import {
  answerWith,
  callOf,
  promptWith,
  rejection,
  respond,
  responsesOf,
  sleep,
  texts,
  tool,
} from '../execution/testTools.js';

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

  it('[TX-17] shows an empty object for arguments that the model left out, with which the tool runs', async () => {
    const seen: unknown[] = [];
    const handler = new Deciding(async () => ({ approved: true }));
    const book = tool('book', undefined, { attributes: { approval: 'required' } });
    for (const args of [null as never, '']) {
      seen.push(...texts(await respond([book], [callOf('book', args)], managerWith(handler))));
    }
    expect(handler.requests.map((request) => request.arguments)).toEqual(['{}', '{}']);
    expect(book.inputs).toEqual(['{}', '{}']);
    expect(seen).toEqual(['Mission accomplished!', 'Mission accomplished!']);
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

  it('[AP-01] [TX-17] stops waiting when the signal fires', async () => {
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

  it('[AP-03] [TX-17] is declined and never runs without a handler', async () => {
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

  it('[AP-05] runs with the arguments of the decision, which the model is told', async () => {
    const payments = new Payments();
    const handler = new Deciding(async () => ({ approved: true, arguments: '{"amount":7}' }));
    expect(texts(await respond(ToolCallbacks.from(payments), [pay], managerWith(handler)))).toEqual([
      'The user edited the arguments of this call to {"amount":7}.\n"paid 7"',
    ]);
    expect(payments.paid).toEqual([7]);
  });

  it('[AP-05] validates the arguments of the decision', async () => {
    const payments = new Payments();
    const handler = new Deciding(async () => ({ approved: true, arguments: '{"amount":"much"}' }));
    expect(texts(await respond(ToolCallbacks.from(payments), [pay], managerWith(handler)))).toEqual([
      'The user edited the arguments of this call to {"amount":"much"}.\n' +
        "Invalid arguments for tool 'pay': $.amount must be an integer number",
    ]);
    expect(payments.paid).toEqual([]);
  });

  it('[AP-13] ends the batch with the responses of the other calls where nobody can decide', async () => {
    const payments = new Payments();
    const manager = ToolCallingManager.builder().deferApprovals(true).build();
    const callbacks = [...ToolCallbacks.from(payments), tool('other')];
    const second = callOf('pay', '{"amount":20}', 'c3');
    const error = await rejection(respond(callbacks, [pay, 'other', second], manager));
    expect(error).toBeInstanceOf(ToolApprovalRequiredException);
    const { pendingToolCalls, partialToolExecutionResult, message } = error as ToolApprovalRequiredException;
    expect(pendingToolCalls).toEqual([pay, second]);
    const last = partialToolExecutionResult.conversationHistory.at(-1) as ToolResponseMessage;
    expect(last.responses).toEqual([{ id: 'id-other', name: 'other', responseData: 'Mission accomplished!' }]);
    expect(message).toMatch(/^2 tool call\(s\) need an approval before they run: pay\. /);
    expect(JSON.stringify(error)).not.toContain('Mission');
    expect(payments.paid).toEqual([]);
  });

  it("asks the manager's handler about what that of the request leaves open", async () => {
    const payments = new Payments();
    const later = new Deciding(async () => ToolApprovalHandler.LATER);
    const yes = new Deciding(async () => ({ approved: true }));
    const callbacks = ToolCallbacks.from(payments);
    expect(texts(await respond(callbacks, [pay], managerWith(yes), { toolApprovalHandler: later }))).toEqual([
      '"paid 10"',
    ]);
    expect([later.requests.length, yes.requests.length]).toEqual([1, 1]);
    const error = await rejection(respond(callbacks, [pay], managerWith(later)));
    expect(error).toBeInstanceOf(ToolApprovalRequiredException);
  });

  it('answers a call that waits when the turn ends for another reason', async () => {
    const payments = new Payments();
    const manager = ToolCallingManager.builder().deferApprovals(true).maxTotalToolCalls(1).build();
    const error = await rejection(respond([...ToolCallbacks.from(payments), tool('other')], [pay, 'other'], manager));
    const { partialToolExecutionResult } = error as ToolApprovalRequiredException;
    const last = partialToolExecutionResult.conversationHistory.at(-1) as ToolResponseMessage;
    expect(last.responses.map(({ responseData }) => responseData)).toEqual([
      'The user declined this call: the turn ended before it was approved',
      'Total tool call limit (1) exceeded for this turn. No further tool calls are allowed.',
    ]);
  });

  it('asks about every call of a batch where the caller says so', async () => {
    const handler = new Deciding(async () => ({ approved: false, reason: 'not now' }));
    const options = { toolApprovalHandler: handler, approveEveryCall: true };
    expect(texts(await respond([tool('other')], ['other'], ToolCallingManager.builder().build(), options))).toEqual([
      'The user declined this call: not now',
    ]);
  });

  it('asks only about the calls that its own function is true for', async () => {
    const paid: number[] = [];
    class LargePayments {
      @Tool({ approval: ({ amount }, { context }) => Number(amount) > Number(context['limit']) })
      pay(@ToolParam({ name: 'amount', type: 'integer' }) amount: number): string {
        paid.push(amount);
        return `paid ${amount}`;
      }
    }
    const handler = new Deciding(async () => ({ approved: false }));
    const callbacks = ToolCallbacks.from(new LargePayments());
    const calls = [pay, callOf('pay', '{"amount":500}', 'c2'), callOf('pay', 'no json', 'c3')];
    const options = ToolCallingChatOptions.builder().toolCallbacks(callbacks).toolContext({ limit: 100 }).build();
    const prompt = promptWith(callbacks).withOptions(options);
    const result = await managerWith(handler).executeToolCalls(prompt, answerWith(...calls));
    expect(texts(responsesOf(result))).toEqual([
      '"paid 10"',
      'The user declined this call.',
      'The user declined this call.',
    ]);
    expect(handler.requests.map(({ toolCallId }) => toolCallId)).toEqual(expect.arrayContaining(['c2', 'c3']));
    expect(paid).toEqual([10]);
  });

  it('asks about a call whose own function fails', async () => {
    class Payments2 {
      @Tool({
        approval: () => {
          throw new Error('broken rule');
        },
      })
      pay(@ToolParam({ name: 'amount', type: 'integer' }) amount: number): string {
        return `paid ${amount}`;
      }
    }
    const handler = new Deciding(async () => ({ approved: true }));
    expect(texts(await respond(ToolCallbacks.from(new Payments2()), [pay], managerWith(handler)))).toEqual([
      '"paid 10"',
    ]);
    expect(handler.requests).toHaveLength(1);
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
