import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChatClient, ChatMemory } from '@toolwright/chat';
import { Prompt } from '@toolwright/model';
import { AiSdkChatModel, AiSdkChatOptions } from '@toolwright/models';
import { RegexToolIndex, ToolSearchToolCallingAdvisor } from '@toolwright/tool-search';
import { DefaultToolDefinition, FunctionToolCallback, ToolCallback } from '@toolwright/tools';
import { ProviderServer } from './ProviderServer.js';
import { anthropic } from './wire/anthropic.js';

const SCHEMA = '{"type":"object","properties":{"number":{"type":"integer"}}}';
const tool = (name: string) =>
  FunctionToolCallback.builder(name, ({ number }: { number: number }) => `${name} ${number}`)
    .description(`The ${name} of a number`)
    .inputSchema(SCHEMA)
    .build();

const SEARCH = [
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: { query: 'stock' } },
  {
    type: 'tool_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: {
      type: 'tool_search_tool_search_result',
      tool_references: [{ type: 'tool_reference', tool_name: 'stock' }],
    },
  },
];

class ExampleDefinition extends DefaultToolDefinition {
  override get inputExamples() {
    return [{ number: 7 }];
  }
}

class ExampleTool extends ToolCallback {
  readonly definition = new ExampleDefinition('status', 'The status of a number', SCHEMA);

  override async call(): Promise<string> {
    return 'fine';
  }
}

let server: ProviderServer;
beforeAll(async () => {
  server = await ProviderServer.start();
});
afterAll(async () => {
  await server.close();
});

describe('Anthropic', () => {
  it('[NT-02] searches deferred tools itself, and gets its search back with the results', async () => {
    const found = JSON.parse(
      anthropic.answer({ calls: [{ id: 'call_a', name: 'stock', input: { number: 8 } }] }).body as string,
    ) as {
      content: object[];
    };
    server.answer(
      { body: JSON.stringify({ ...found, content: [...SEARCH, ...found.content] }) },
      anthropic.answer({ text: ['8 in stock'] }),
    );
    const toolCallingAdvisorBuilder = ToolSearchToolCallingAdvisor.builder()
      .toolIndex(new RegexToolIndex())
      .mode('native');
    const client = ChatClient.builder(new AiSdkChatModel(anthropic.model(server.url)), { toolCallingAdvisorBuilder })
      .defaultTools(tool('status'), tool('stock'))
      .build();
    const content = await client
      .prompt('Is 8 in stock?')
      .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, '7'))
      .call()
      .content();
    expect(content).toBe('8 in stock');
    expect(server.requests).toHaveLength(2);
    const definitions = ['status', 'stock'].map((name) => ({
      name,
      description: `The ${name} of a number`,
      input_schema: JSON.parse(SCHEMA) as object,
      defer_loading: true,
    }));
    for (const { body } of server.requests) {
      expect(body['tools']).toEqual([
        { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
        ...definitions,
      ]);
    }
    expect(server.requests[1]?.body['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Is 8 in stock?' }] },
      {
        role: 'assistant',
        content: [...SEARCH, { type: 'tool_use', id: 'call_a', name: 'stock', input: { number: 8 } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_a', content: '"stock 8"' }] },
    ]);
  });

  it('[EG-01] is sent the input examples of a tool in its own field', async () => {
    server.answer(anthropic.answer({ text: ['ok'] }));
    const model = new AiSdkChatModel(anthropic.model(server.url));
    await model.call(new Prompt('Status?', new AiSdkChatOptions({ toolCallbacks: [new ExampleTool()] })));
    expect(server.requests[0]?.body['tools']).toEqual([
      {
        name: 'status',
        description: 'The status of a number',
        input_schema: JSON.parse(SCHEMA) as object,
        input_examples: [{ number: 7 }],
      },
    ]);
    expect(server.requests[0]?.headers['anthropic-beta']).toContain('advanced-tool-use-2025-11-20');
  });
});
