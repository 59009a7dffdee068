import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ChatClient, InMemoryPendingTurnRepository } from '@toolwright/chat';
import { ApplicationContextRunner, ScriptedChatModel, toolCall } from '@toolwright/testing';
import * as examples from './from-nestjs.js';
import { checks } from './from-nestjs-testing.js';
import { runProgram } from '../../runProgram.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the snippets about porting from NestJS', () => {
  it('make an application of classes', async () => {
    const program = `import { run } from './example.js'; await run('How many pieces of article "bolt" are in stock?', console.log);`;
    expect(await runProgram('porting/from-nestjs', ['@toolwright/starter'], [], program)).toContain('1200');
  });

  it('configure, connect and disconnect', async () => {
    const runner = new ApplicationContextRunner().withAutoConfiguration(examples.WarehouseAutoConfiguration);
    const client = await runner.run((context) => {
      expect(context.get(examples.WarehouseClient)).toMatchObject({ connected: true, retries: 3 });
      return context.get(examples.WarehouseClient);
    });
    expect(client.connected).toBe(false);
    await runner.withPropertyValues('warehouse.retries=50').run(({ startupFailure }) => {
      expect(startupFailure?.message).toContain('warehouse.retries');
    });
    await runner.withPropertyValues('warehouse.enabled=false').run((context) => {
      expect(() => context.get(examples.WarehouseClient)).toThrow('WarehouseClient');
    });
  });

  it('test without an application', async () => {
    await checks();
  });

  it('measure turns', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    const client = ChatClient.builder(new ScriptedChatModel(['Hi']))
      .defaultAdvisors(new examples.Timing())
      .build();
    await client.prompt('Hello').call().content();
    expect(String(log.mock.calls[0]?.[0])).toMatch(/^answered in [\d.]+ ms$/);
  });

  it('refuse what a role does not allow', async () => {
    const refund = toolCall('refund', { orderId: 'A', amount: 5 });
    const model = new ScriptedChatModel([refund, 'no', refund, 'yes']);
    const pendingTurnRepository = new InMemoryPendingTurnRepository();
    const client = ChatClient.builder(model, { pendingTurnRepository }).defaultTools(new examples.Refunds()).build();
    await client.prompt('Refund').toolContext({ roles: [] }).call().content();
    expect(JSON.stringify(model.prompts[1]?.instructions.at(-1))).toContain('Only the support may refund orders.');
    await client
      .prompt('Refund')
      .toolContext({ roles: ['support'] })
      .call()
      .content();
    expect(JSON.stringify(model.prompts[3]?.instructions.at(-1))).toContain('refunded 5 of A');
  });

  it('answer inside of another framework', async () => {
    const model = new ScriptedChatModel([toolCall('stockOf', { article: 'bolt' }), '1200.']);
    const assistant = examples.createAssistant(model, new examples.Stock());
    const server = createServer((_, outgoing) => void examples.streamAnswer(assistant, 'Bolts?', 'u-1', outgoing));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const text = await response.text();
    server.close();
    expect(text).toContain('1200.');
  });
});
