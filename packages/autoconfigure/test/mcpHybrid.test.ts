/* eslint-disable @typescript-eslint/no-deprecated -- the low-level server lists tools as they are */
import { InMemoryTransport, type Transport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ChatClientAutoConfiguration,
  McpClientAutoConfiguration,
  McpClients,
  ToolCallingAutoConfiguration,
  ToolSearchAdvisorAutoConfiguration,
} from '@toolwright/autoconfigure';
import { Component } from '@toolwright/boot';
import { ChatClient, ChatMemory } from '@toolwright/chat';
import { RecordingLogProvider } from '@toolwright/core';
import { ChatModel, type Prompt, type ToolResponseMessage } from '@toolwright/model';
import { McpProgress, type McpSchema, McpToolCallbackProvider, NamedClientMcpTransport } from '@toolwright/mcp';
import { ApplicationContextRunner, ScriptedChatModel, type ScriptedReply, toolCall } from '@toolwright/testing';
import { FunctionToolCallback, isToolCallingChatOptions, ToolCallingChatOptions } from '@toolwright/tools';

const SERVERS = 10;
const TOOLS = 50;

/** A server with 50 tools: those of its own subject, and `status`, which all of them have. */
class SimulatedServer {
  readonly listings: (string | undefined)[] = [];
  readonly calls: string[] = [];
  names: readonly string[];
  /** Does something else than answering, for a tool. */
  readonly behaviours = new Map<string, (progressToken: string | number) => Promise<string>>();
  #server: Server | undefined;
  connections = 0;
  /** The name that a tool has from its next call on. */
  rename: { readonly from: string; readonly to: string } | undefined;

  constructor(readonly name: string) {
    this.names = ['status', ...Array.from({ length: TOOLS - 1 }, (_value, index) => `${name}_task_${index}`)];
  }

  get transport(): NamedClientMcpTransport {
    return new NamedClientMcpTransport(this.name, () => this.#connect());
  }

  async disconnect(): Promise<void> {
    await this.#server?.close();
  }

  async progress(progressToken: string | number, progress: number): Promise<void> {
    await this.#server?.notification({ method: 'notifications/progress', params: { progressToken, progress } });
  }

  async #connect(): Promise<Transport> {
    this.connections += 1;
    const { name } = this;
    const server = new Server({ name, version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', ({ params }) => {
      this.listings.push(params?.cursor);
      // Two pages.
      const from = Number(params?.cursor ?? 0);
      const tools = this.names.slice(from, from + 30).map((tool) => ({
        name: tool,
        description: `Does ${tool} for ${name}.`,
        inputSchema: { type: 'object' as const },
      }));
      return { tools, ...(from === 0 && { nextCursor: '30' }) };
    });
    server.setRequestHandler('tools/call', async ({ params }) => {
      this.calls.push(params.name);
      const { rename } = this;
      if (rename) this.names = this.names.map((tool) => (tool === rename.from ? rename.to : tool));
      if (!this.names.includes(params.name)) {
        throw Object.assign(new Error(`Unknown tool: ${params.name}`), { code: -32_602 });
      }
      const text = await this.behaviours.get(params.name)?.(params._meta?.progressToken ?? '');
      return { content: [{ type: 'text', text: text ?? `${name} did ${params.name}` }] };
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect(ours);
    this.#server = server;
    return theirs;
  }
}

let log: RecordingLogProvider;
let servers: readonly SimulatedServer[];
let progressed: number;

beforeEach(() => {
  log = RecordingLogProvider.install();
  servers = Array.from({ length: SERVERS }, (_value, index) => new SimulatedServer(`server${index}`));
  progressed = 0;
});

afterEach(() => {
  log.uninstall();
});

@Component()
class Progress {
  @McpProgress()
  count(_notification: McpSchema.ProgressNotification['params']): void {
    progressed += 1;
  }
}

interface Turn {
  readonly model: ScriptedChatModel;
  readonly provider: McpToolCallbackProvider;
  readonly clients: McpClients;
  /** Runs a turn of one conversation. */
  readonly ask: () => Promise<string | null>;
}

/** Runs turns of an application with a tool of its own and those of all servers. */
async function application(script: readonly ScriptedReply[], use: (turn: Turn) => Promise<void>): Promise<void> {
  let runner = new ApplicationContextRunner()
    .withAutoConfiguration(
      ToolCallingAutoConfiguration,
      McpClientAutoConfiguration,
      ToolSearchAdvisorAutoConfiguration,
      ChatClientAutoConfiguration,
    )
    .withUserConfiguration(Progress)
    .withPropertyValues({
      'chat.client.tool-search-advisor.enabled': 'true',
      'chat.client.tool-search-advisor.tool-index-type': 'keyword',
      'chat.client.tool-search-advisor.max-results': '3',
      'mcp.client.request-timeout': '2s',
    });
  for (const server of servers) {
    runner = runner.withBean(NamedClientMcpTransport, () => server.transport, `${server.name}Transport`);
  }
  const model = new ScriptedChatModel(script, { defaultOptions: ToolCallingChatOptions.builder().build() });
  await runner
    .withBean(ChatModel, () => model)
    .run(async (context) => {
      const provider = context.get(McpToolCallbackProvider);
      const local = FunctionToolCallback.builder('localClock', () => '12:00')
        .description('Tells the time of day.')
        .inputType(Object)
        .build();
      const client = context.get(ChatClient.Builder).build();
      const ask = (): Promise<string | null> =>
        client
          .prompt()
          .user('Do it.')
          .tools(local, provider)
          .toolContext({ progressToken: 'p-1' })
          .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, 'conversation'))
          .call()
          .content();
      const clients = context.get(McpClients);
      await use({ model, provider, clients, ask });
    });
}

function offered({ options }: Prompt): readonly string[] {
  if (!isToolCallingChatOptions(options)) return [];
  return (options.toolCallbacks ?? []).map(({ definition }) => definition.name);
}

/** What the model was told of the calls of a round. */
function told(prompt: Prompt | undefined): readonly string[] {
  const message = prompt?.instructions.at(-1) as ToolResponseMessage | undefined;
  return message?.responses.map(({ responseData }) => responseData) ?? [];
}

const search = toolCall('toolSearchTool', { query: 'server7_task_12' });

describe('an application with local tools and 500 remote ones', () => {
  it('offers a model the few that its search finds, and runs them where they are', async () => {
    const script = [
      search,
      toolCall('server7_task_12'),
      toolCall('toolSearchTool', { query: 'time of day' }),
      toolCall('localClock'),
      'Done.',
    ];
    await application(script, async ({ ask, model, provider }) => {
      expect(await ask()).toBe('Done.');
      const [first, second] = model.prompts.map(offered);
      expect(first).toEqual(['toolSearchTool']);
      expect(second).toContain('server7_task_12');
      expect(second?.length).toBeLessThanOrEqual(4);
      expect(model.prompts.map(offered).at(-1)).toContain('localClock');
      expect(told(model.prompts[2])).toEqual(['[{"type":"text","text":"server7 did server7_task_12"}]']);
      expect(told(model.prompts[4])).toEqual(['"12:00"']);
      expect(servers.map(({ calls }) => calls)).toEqual(
        servers.map(({ name }) => (name === 'server7' ? ['server7_task_12'] : [])),
      );
      const all = (await provider.toolCallbacks()).map(({ definition }) => definition.name);
      expect(all).toEqual(
        servers.flatMap(({ names }, index) => [index === 0 ? 'status' : `alt_${index}_status`, ...names.slice(1)]),
      );
      // Every page of every server was read once.
      expect(servers.map(({ listings }) => listings)).toEqual(servers.map(() => [undefined, '30']));
    });
  });

  it('calls the tool of the server that a new name stands for', async () => {
    const script = [toolCall('toolSearchTool', { query: 'status for server4' }), toolCall('alt_4_status'), 'Done.'];
    await application(script, async ({ ask, model }) => {
      expect(await ask()).toBe('Done.');
      expect(offered(model.prompts[1] as Prompt)).toContain('alt_4_status');
      expect(told(model.prompts[2])).toEqual(['[{"type":"text","text":"server4 did status"}]']);
      expect(servers.flatMap(({ name, calls }) => calls.map((call) => `${name}.${call}`))).toEqual(['server4.status']);
    });
  });

  it('does not run a tool that the search has not found', async () => {
    await application([toolCall('server7_task_12'), 'Done.'], async ({ ask, model }) => {
      expect(await ask()).toBe('Done.');
      expect(told(model.prompts[1])[0]).toContain('server7_task_12');
      expect(servers[7]?.calls).toEqual([]);
    });
  });
});

describe('a server that fails in the middle of a turn', () => {
  const script = [search, toolCall('server7_task_12'), 'Done.'];

  function misbehave(behaviour: (progressToken: string | number) => Promise<string>): SimulatedServer {
    const server = servers[7] as SimulatedServer;
    server.behaviours.set('server7_task_12', behaviour);
    return server;
  }

  it('[MR-15] and hangs is given up after the time of a request; the model is told', async () => {
    const server = misbehave(() => new Promise<string>(() => undefined));
    await application(script, async ({ ask, model }) => {
      expect(await ask()).toBe('Done.');
      expect(told(model.prompts[2])).toEqual(['Request timed out']);
      expect(server.connections).toBe(1);
    });
  });

  it('[MX-11] and dies is reported to the model at once, and connected again at the next use', async () => {
    const server = misbehave(async () => {
      await server.disconnect();
      return new Promise<string>(() => undefined);
    });
    await application(script, async ({ ask, model, provider, clients }) => {
      expect(await ask()).toBe('Done.');
      expect(told(model.prompts[2])).toEqual(['Connection closed']);
      expect(server.connections).toBe(1);
      await clients.get('server7')?.ping();
      expect(server.connections).toBe(2);
      expect(await provider.toolCallbacks()).toHaveLength(SERVERS * TOOLS);
      // Nobody else was disturbed.
      expect(servers.map(({ connections }) => connections).filter((connections) => connections !== 1)).toEqual([2]);
    });
  });

  it('[MX-15] and floods is heard a hundred times a second; its answer counts', async () => {
    const server = misbehave(async (progressToken) => {
      for (let count = 1; count <= 1000; count += 1) await server.progress(progressToken, count);
      return 'flooded';
    });
    await application(script, async ({ ask, model, clients }) => {
      expect(await ask()).toBe('Done.');
      expect(told(model.prompts[2])).toEqual(['[{"type":"text","text":"flooded"}]']);
      const dropped = clients.get('server7')?.droppedNotifications ?? 0;
      expect(progressed + dropped).toBe(1000);
      expect(dropped).toBeGreaterThanOrEqual(500);
      expect(log.messages('warn')).toContain(
        "MCP connection 'server7' sends more than 100 notifications per second; the rest is dropped.",
      );
    });
  });

  it('[MR-12] and has renamed the tool ends the turn; the next one is offered the new name', async () => {
    const server = servers[7] as SimulatedServer;
    server.rename = { from: 'server7_task_12', to: 'server7_review_12' };
    const next = [toolCall('toolSearchTool', { query: 'server7_review_12' }), toolCall('server7_review_12'), 'Done.'];
    await application([search, toolCall('server7_task_12'), ...next], async ({ ask, model }) => {
      await expect(ask()).rejects.toMatchObject({ code: -32_602, message: 'Unknown tool: server7_task_12' });
      expect(await ask()).toBe('Done.');
      expect(offered(model.prompts[3] as Prompt)).toContain('server7_review_12');
      expect(told(model.prompts[4])).toEqual(['[{"type":"text","text":"server7 did server7_review_12"}]']);
      expect(server.calls).toEqual(['server7_task_12', 'server7_review_12']);
      expect(model.prompts.slice(2).flatMap(offered)).not.toContain('server7_task_12');
    });
  });
});
