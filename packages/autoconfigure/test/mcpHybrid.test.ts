/* eslint-disable @typescript-eslint/no-deprecated -- the low-level server lists tools as they are */
import { InMemoryTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { describe, expect, it } from '@jest/globals';
import {
  ChatClientAutoConfiguration,
  McpClientAutoConfiguration,
  ToolCallingAutoConfiguration,
  ToolSearchAdvisorAutoConfiguration,
} from '@toolwright/autoconfigure';
import { ChatClient, ChatMemory } from '@toolwright/chat';
import { ChatModel } from '@toolwright/model';
import { McpToolCallbackProvider, NamedClientMcpTransport } from '@toolwright/mcp';
import { ApplicationContextRunner, ScriptedChatModel, toolCall } from '@toolwright/testing';
import { FunctionToolCallback, isToolCallingChatOptions, ToolCallingChatOptions } from '@toolwright/tools';

const SERVERS = 10;
const TOOLS = 50;
const listings: string[] = [];
const calls: string[] = [];

/** A server with 50 tools of its own subject, and `status`, which all of them have. */
function server(name: string): NamedClientMcpTransport {
  return new NamedClientMcpTransport(name, async () => {
    const sdkServer = new Server({ name, version: '1' }, { capabilities: { tools: {} } });
    sdkServer.setRequestHandler('tools/list', () => {
      listings.push(name);
      const own = Array.from({ length: TOOLS - 1 }, (_, index) => `${name}_task_${index}`);
      return {
        tools: ['status', ...own].map((tool) => ({
          name: tool,
          description: `Does ${tool} for ${name}.`,
          inputSchema: { type: 'object' as const },
        })),
      };
    });
    sdkServer.setRequestHandler('tools/call', ({ params }) => {
      calls.push(`${name}.${params.name}`);
      return { content: [{ type: 'text', text: `${name} says ok` }] };
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await sdkServer.connect(ours);
    return theirs;
  });
}

describe('an application with local tools and 500 remote ones', () => {
  it('finds the few that a question needs by tool search', async () => {
    let runner = new ApplicationContextRunner()
      .withAutoConfiguration(
        ToolCallingAutoConfiguration,
        McpClientAutoConfiguration,
        ToolSearchAdvisorAutoConfiguration,
        ChatClientAutoConfiguration,
      )
      .withPropertyValues({
        'chat.client.tool-search-advisor.enabled': 'true',
        'chat.client.tool-search-advisor.tool-index-type': 'keyword',
      });
    for (let index = 0; index < SERVERS; index += 1) {
      runner = runner.withBean(NamedClientMcpTransport, () => server(`server${index}`), `transport${index}`);
    }
    const model = new ScriptedChatModel(
      [toolCall('toolSearchTool', { query: 'server7_task_12' }), toolCall('server7_task_12'), 'Done.'],
      { defaultOptions: ToolCallingChatOptions.builder().build() },
    );
    await runner
      .withBean(ChatModel, () => model)
      .run(async (context) => {
        const provider = context.get(McpToolCallbackProvider);
        const local = FunctionToolCallback.builder('localClock', () => '12:00')
          .inputType(Object)
          .build();
        const client = context.get(ChatClient.Builder).build();
        const answer = await client
          .prompt()
          .user('Do it.')
          .tools(local, provider)
          .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, 'conversation'))
          .call()
          .content();
        expect(answer).toBe('Done.');
        expect(calls).toEqual(['server7.server7_task_12']);
        const offered = model.prompts.map(({ options }) =>
          isToolCallingChatOptions(options) ? (options.toolCallbacks?.length ?? 0) : -1,
        );
        expect(Math.max(...offered)).toBeLessThan(50);
        const all = await provider.toolCallbacks();
        expect(all).toHaveLength(SERVERS * TOOLS);
        expect(new Set(all.map(({ definition }) => definition.name)).size).toBe(SERVERS * TOOLS);
        expect(listings).toHaveLength(SERVERS);
      });
  });
});
