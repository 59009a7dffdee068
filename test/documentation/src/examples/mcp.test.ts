import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { McpClientAutoConfiguration, ToolCallingAutoConfiguration } from '@toolwright/autoconfigure';
import { ChatClient } from '@toolwright/chat';
import { McpHttpServer, McpRequestContext, McpServer, McpTool, McpToolCallbackProvider } from '@toolwright/mcp';
import { ApplicationContextRunner, ScriptedChatModel, toolCall } from '@toolwright/testing';
import { Tool } from '@toolwright/tools';
import { ask, Handlers, pantryTools, serve } from './mcp.js';

class Clock {
  @Tool({ description: 'The time' })
  now(): string {
    return 'noon';
  }
}

class Shop {
  @McpTool({ description: 'Asks before it sells' })
  async sell(context: McpRequestContext): Promise<string> {
    await context.info('selling');
    const { action } = await context.elicit({
      message: 'Buy a bolt?',
      requestedSchema: { type: 'object', properties: {} },
    });
    return action;
  }
}

const runner = new ApplicationContextRunner().withAutoConfiguration(
  ToolCallingAutoConfiguration,
  McpClientAutoConfiguration,
);
const urlOf = ({ url }: McpHttpServer) => url.replace(/\/mcp$/, '');

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the snippets about MCP', () => {
  it('offer methods and tools, and use them in an application', async () => {
    const http = await serve(new Clock(), 0);
    const connection = `mcp.client.streamable-http.connections.weather.url=${urlOf(http)}`;
    const model = new ScriptedChatModel([[toolCall('weather', { city: 'Oslo' }), toolCall('now')], 'Rain at noon.']);
    try {
      await runner.withPropertyValues(connection).run(async (context) => {
        expect(await ask(context.context, ChatClient.create(model), 'Weather?')).toBe('Rain at noon.');
      });
    } finally {
      await http.close();
    }
    const results = JSON.stringify(model.prompts[1]?.instructions.at(-1));
    expect(results).toContain('It rains in Oslo.');
    expect(results).toContain('noon');
  });

  it('use a server in a process of its own', async () => {
    const { pantry, provider } = pantryTools();
    try {
      const names = (await provider.toolCallbacks()).map(({ definition }) => definition.name);
      expect(names.length).toBeGreaterThan(0);
    } finally {
      await pantry.close();
    }
  });

  it('answer what servers send and ask', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    const http = await new McpHttpServer(new McpServer({ name: 'shop' }).addObjects(new Shop())).listen();
    try {
      await runner
        .withUserConfiguration(Handlers)
        .withPropertyValues(`mcp.client.streamable-http.connections.shop.url=${urlOf(http)}`)
        .run(async (context) => {
          const [sell] = await context.get(McpToolCallbackProvider).toolCallbacks();
          expect(await sell?.call('{}')).toContain('decline');
        });
    } finally {
      await http.close();
    }
    expect(log).toHaveBeenCalledWith('info', 'selling');
    expect(log).toHaveBeenCalledWith('Buy a bolt?');
  });
});
