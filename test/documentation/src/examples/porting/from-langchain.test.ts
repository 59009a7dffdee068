import { describe, expect, it } from '@jest/globals';
import { ChatClient, InMemoryPendingTurnRepository } from '@toolwright/chat';
import { McpHttpServer, McpServer, McpTool } from '@toolwright/mcp';
import { Prompt, SystemMessage, type ToolResponseMessage, UserMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { FunctionToolCallback, ToolCallingChatOptions } from '@toolwright/tools';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import * as examples from './from-langchain.js';

const weather = FunctionToolCallback.builder('get_weather', () => 'Rain').build();
const lastOf = (prompt: Prompt | undefined) => JSON.stringify(prompt?.instructions.at(-1));

class Guide {
  @McpTool({ description: 'How to moor' })
  moor(): string {
    return 'with two ropes';
  }
}

describe('the snippets about porting from LangChain', () => {
  it('answer as an agent', async () => {
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => ({
        content: [{ type: 'text', text: JSON.stringify(prompt[0]) }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      }),
    });
    expect(await examples.agent(model)).toContain('You are a helpful assistant.');
    expect(model.doGenerateCalls[0]?.tools?.map(({ name }) => name)).toEqual(['get_weather']);
  });

  it('keep existing tools', async () => {
    const add = {
      name: 'add',
      description: 'Adds',
      schema: z.object({ a: z.number(), b: z.number() }),
      invoke: async (input: unknown) => (input as { a: number }).a + (input as { b: number }).b,
    };
    const tool = examples.fromLangChain(add);
    expect(await tool.call('{"a":1,"b":2}')).toBe('3');
    await expect(tool.call('{"a":"x","b":2}')).rejects.toThrow('$.a');
  });

  it('call a model with tools, and run them by hand', async () => {
    const model = new ScriptedChatModel([toolCall('get_weather')], { repeatLast: true });
    expect((await examples.bindTools(model, weather)).hasToolCalls()).toBe(true);
    const options = ToolCallingChatOptions.builder().toolCallbacks(weather).build();
    const history = await examples.runTools(model, new Prompt('Weather?', options));
    expect((history.at(-1) as ToolResponseMessage).responses[0]?.responseData).toBe('"Rain"');
  });

  it('shorten what is sent', async () => {
    const model = new ScriptedChatModel(['Hello.']);
    const client = ChatClient.builder(model).defaultAdvisors(new examples.Shorten()).build();
    const many = Array.from({ length: 30 }, (_, index) => new UserMessage(`${index}`));
    await client.prompt().messages(new SystemMessage('Be brief.'), many).call().content();
    expect(model.prompts[0]?.instructions).toHaveLength(21);
    expect(model.prompts[0]?.instructions[0]?.text).toBe('Be brief.');
  });

  it('remember a thread', async () => {
    const model = new ScriptedChatModel(['Hello.', 'Ada.']);
    expect(await examples.remember(model, 't-1')).toBe('Ada.');
    expect(model.prompts[1]?.instructions.map(({ text }) => text)).toEqual(['I am Ada.', 'Hello.', 'Who am I?']);
  });

  it('hand over the context', async () => {
    const model = new ScriptedChatModel([toolCall('myOrders'), 'A bolt.']);
    expect(await examples.withContext(ChatClient.create(model))).toBe('A bolt.');
    expect(lastOf(model.prompts[1])).toContain('orders of u-1');
  });

  it('wait for a decision', async () => {
    const model = new ScriptedChatModel([toolCall('sendEmail', { to: 'Ada', subject: 'Hi' }), 'Sent.']);
    expect(await examples.approved(model, new InMemoryPendingTurnRepository())).toBe('Sent.');
    expect(lastOf(model.prompts[1])).toContain('sent Hi to Ada');
  });

  it('use a server of MCP', async () => {
    const http = await new McpHttpServer(new McpServer({ name: 'docs' }).addObjects(new Guide())).listen();
    const answers: unknown[] = [];
    try {
      const model = new ScriptedChatModel([toolCall('moor'), 'With two ropes.']);
      await examples.mcp(ChatClient.create(model), http.url.replace(/\/mcp$/, ''), (answer) => answers.push(answer));
    } finally {
      await http.close();
    }
    expect(answers).toEqual(['With two ropes.']);
  });
});
