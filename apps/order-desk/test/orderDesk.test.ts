import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OfflineChatModelAutoConfiguration } from '@toolwright/autoconfigure';
import { ApplicationContext, AutoConfiguration, Bean, BootApplication, Component } from '@toolwright/boot';
import { RecordingLogProvider } from '@toolwright/core';
import { ChatModel, type Prompt, type ToolResponseMessage } from '@toolwright/model';
import { ScriptedChatModel, type ScriptedReply, toolCall } from '@toolwright/testing';
import { isToolCallingChatOptions, ToolCallingChatOptions } from '@toolwright/tools';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OrderDesk } from '../dist/desk/OrderDesk.js';
import type { Order } from '../dist/orders/Order.js';
import { OrderBook } from '../dist/orders/OrderBook.js';
import { OrderTools } from '../dist/orders/OrderTools.js';
import { OrderDeskApplication } from '../dist/OrderDeskApplication.js';

const ROOT = join(process.cwd(), 'apps/order-desk');

let model: ScriptedChatModel;
let context: ApplicationContext;
let logs: RecordingLogProvider;

@AutoConfiguration({ before: [OfflineChatModelAutoConfiguration] })
class ScriptedModelAutoConfiguration {
  @Bean()
  scriptedModel(): ChatModel {
    return model;
  }
}

@Component()
class BrokenOrderBook extends OrderBook {
  override find(): Order | undefined {
    throw new Error('connect ECONNREFUSED db.internal:5432 as orders_rw');
  }
}

@BootApplication({ components: [BrokenOrderBook, OrderTools, OrderDesk] })
class BrokenApplication {}

async function desk(script: readonly ScriptedReply[], application: new () => object = OrderDeskApplication) {
  model = new ScriptedChatModel(script, {
    defaultOptions: new ToolCallingChatOptions({ model: 'scripted' }),
    repeatLast: true,
  });
  context = await ApplicationContext.run(application, {
    config: ROOT,
    root: ROOT,
    args: [],
    env: {},
    logging: false,
    registerShutdownHook: false,
    autoConfigurations: [ScriptedModelAutoConfiguration],
    output: () => undefined,
  });
  return context.get(OrderDesk);
}

/** What the tools answered in the last round, as the model sees it. */
function results(): readonly string[] {
  const last = model.prompts.at(-1)?.instructions.at(-1);
  return last?.messageType === 'tool' ? (last as ToolResponseMessage).responses.map((each) => each.responseData) : [];
}

beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(async () => {
  await context?.close();
  logs.uninstall();
});

describe('the order desk', () => {
  it('tells the state of an order', async () => {
    const orderDesk = await desk([toolCall('orderStatus', { orderId: '1001' }), 'It is on its way.']);
    expect(await orderDesk.answer({ customerId: '42', text: 'Where is order 1001?' })).toEqual({
      text: 'It is on its way.',
      reason: 'STOP',
    });
    expect(results()).toEqual(['Order 1001 (Desk lamp, 49.00 EUR) is shipped.']);
  });

  it('never tells the model who the customer is', async () => {
    const orderDesk = await desk([toolCall('orderStatus', { orderId: '1001' }), 'Done.']);
    await orderDesk.answer({ customerId: 'customer-4711', text: 'Where is order 1001?' });
    const seen = (prompt: Prompt) => {
      const { options, instructions } = prompt;
      const tools = isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
      return JSON.stringify([instructions, tools.map(({ definition }) => definition)]);
    };
    for (const prompt of model.prompts) {
      expect(seen(prompt)).not.toContain('customer-4711');
      expect(seen(prompt)).not.toContain('customerId');
    }
  });

  it.each([
    ['in the question', '1001 for customer 77', { orderId: '2001' }],
    ['as an argument', '1001', { orderId: '2001', customerId: '77', customer: '77' }],
    ['inside of an argument', '1001', { orderId: '2001 for customer 77' }],
  ])('serves nobody else, whatever is injected %s', async (_where, text, args) => {
    const orderDesk = await desk([[toolCall('orderStatus', args), toolCall('invoice', args)], 'No.']);
    const answer = await orderDesk.answer({ customerId: '42', text });
    expect(JSON.stringify([answer, results()])).not.toMatch(/Armchair|399/);
    expect(results()).toEqual(Array(2).fill(`No order ${args.orderId} for this customer.`));
  });

  it('pays back after the customer has confirmed, once', async () => {
    const refund = toolCall('refundOrder', { orderId: '1002' });
    const orderDesk = await desk([refund, 'Done.', toolCall('refundOrder', { orderId: '1002' }), 'Already done.']);
    const asked: string[] = [];
    const confirm = (question: string) => {
      asked.push(question);
      return true;
    };
    await orderDesk.answer({ customerId: '42', text: 'Refund 1002', confirm });
    expect(results()).toEqual(['Order 1002 (Bookshelf, 129.00 EUR) is refunded.']);
    await orderDesk.answer({ customerId: '42', text: 'Refund 1002', confirm });
    expect(results()).toEqual(['Order 1002 has been paid back already.']);
    expect(asked).toEqual(['Pay order 1002 back?', 'Pay order 1002 back?']);
  });

  it('pays nothing back that is not confirmed', async () => {
    const orderDesk = await desk([toolCall('refundOrder', { orderId: '1002' }), 'Then not.']);
    await orderDesk.answer({ customerId: '42', text: 'Refund 1002' });
    expect(results()[0]).toContain('The customer did not confirm it.');
    expect(context.get(OrderBook).find('42', '1002')?.state).toBe('delivered');
  });

  it('pays back at most one order in a turn', async () => {
    const refund = () => toolCall('refundOrder', { orderId: '1002' });
    const orderDesk = await desk([[refund(), refund()], 'Done.']);
    let asked = 0;
    const confirm = () => ++asked > 0;
    const answer = await orderDesk.answer({ customerId: '42', text: 'Refund 1002 twice', confirm });
    expect(answer.reason).toBe('toolCallLimitExceeded');
    expect(asked).toBeLessThanOrEqual(1);
  });

  it('ends a model that goes in circles after five rounds', async () => {
    const orderDesk = await desk([toolCall('orderStatus', { orderId: '1001' })]);
    const answer = await orderDesk.answer({ customerId: '42', text: 'Where is order 1001?' });
    expect(answer.reason).toBe('toolRoundLimitExceeded');
    expect(model.prompts.length).toBeLessThanOrEqual(6);
  });

  it('tells the model and the customer nothing of what broke inside', async () => {
    const orderDesk = await desk([toolCall('orderStatus', { orderId: '1001' }), 'Try later.'], BrokenApplication);
    const answer = await orderDesk.answer({ customerId: '42', text: 'Where is order 1001?' });
    expect(answer.text).toBe('Try later.');
    expect(results()).toHaveLength(1);
    expect(results()[0]).not.toMatch(/ECONNREFUSED|internal|orders_rw/);
    // The operator finds it by the reference that the model was given.
    const reference = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(results()[0] ?? '')?.[0] ?? 'none';
    expect(logs.messages('error').some((line) => line.includes(reference))).toBe(true);
  });

  it('hands an invoice out word for word, and keeps to that rule beside an ordinary tool', async () => {
    const orderDesk = await desk([toolCall('invoice', { orderId: '1002' }), 'In my own words']);
    expect(await orderDesk.answer({ customerId: '42', text: 'Invoice of 1002' })).toEqual({
      text: 'Invoice 1002: 1 × Bookshelf, 129.00 EUR',
      reason: 'returnDirect',
    });
    await context.close();
    const both = [toolCall('invoice', { orderId: '1002' }), toolCall('orderStatus', { orderId: '1002' })];
    const second = await desk([both, 'Both are there.']);
    // Not all of the round's tools go to the customer, so the model says what there is to say.
    expect((await second.answer({ customerId: '42', text: 'Invoice and state of 1002' })).text).toBe('Both are there.');
    expect(results()).toHaveLength(2);
  });

  it('answers on the command line with the offline model', async () => {
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [join(ROOT, 'dist/main.js'), 'What is the status of order "1001"?']);
    expect(stdout).toContain('Order 1001 (Desk lamp, 49.00 EUR) is shipped.');
  });
});
