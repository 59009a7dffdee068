/* eslint-disable @typescript-eslint/no-deprecated -- the low-level server shows what a client sends */
import { InMemoryTransport, type Transport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { McpClientAutoConfiguration, McpClients, ToolCallingAutoConfiguration } from '@toolwright/autoconfigure';
import { Component } from '@toolwright/boot';
import { RecordingLogProvider } from '@toolwright/core';
import {
  type McpClientEvent,
  McpClientEventListener,
  McpSampling,
  type McpSamplingRequest,
  type McpSchema,
  McpToolCallbackProvider,
  NamedClientMcpTransport,
} from '@toolwright/mcp';
import { ApplicationContextRunner, type AssertableApplicationContext } from '@toolwright/testing';
import { ToolContext } from '@toolwright/tools';

const runner = new ApplicationContextRunner().withAutoConfiguration(
  ToolCallingAutoConfiguration,
  McpClientAutoConfiguration,
);
const STDIO = 'mcp.client.stdio.connections.x';

let log: RecordingLogProvider;
let descriptions: readonly string[];
let listing: () => void;
let metas: unknown[];
let asked: string[];
let change: () => Promise<void>;

beforeEach(() => {
  log = RecordingLogProvider.install();
  descriptions = ['Reads.'];
  listing = () => undefined;
  metas = [];
  asked = [];
});

afterEach(() => {
  log.uninstall();
});

/** A server of this machine whose tools have the current descriptions; `read` answers with twenty letters. */
async function connect(): Promise<Transport> {
  const server = new Server({ name: 'memory', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  change = () => server.sendToolListChanged();
  server.setRequestHandler('tools/list', () => {
    listing();
    const names = ['read', '工具list', ...Array.from({ length: 8 }, (_value, index) => `more${index}`)];
    return {
      tools: descriptions.map((description, index) => ({
        name: names[index] ?? '',
        description,
        inputSchema: { type: 'object' as const },
      })),
    };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    metas.push(params._meta);
    for (let count = 0; count < 3 && params.name === '工具list'; count += 1) {
      const request = { messages: [{ role: 'user', content: { type: 'text', text: '?' } }], maxTokens: 1 };
      const send = mcpReq.send as (request: object) => Promise<unknown>;
      asked.push(
        await send({ method: 'sampling/createMessage', params: request }).then(
          () => 'answered',
          () => 'refused',
        ),
      );
    }
    return { content: [{ type: 'text', text: 'abcdefghijklmnopqrst' }] };
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(ours);
  return theirs;
}

const local = runner.withBean(
  NamedClientMcpTransport,
  () => new NamedClientMcpTransport('memory', connect, { local: true }),
);

async function tools(context: AssertableApplicationContext): ReturnType<McpToolCallbackProvider['toolCallbacks']> {
  return context.get(McpToolCallbackProvider).toolCallbacks();
}

async function call(context: AssertableApplicationContext, index = 0): Promise<string | undefined> {
  return (await tools(context))[index]?.call('{}', new ToolContext({ tenant: 'a', token: 'b' }));
}

describe('the properties of MCP clients', () => {
  it('[MX-09] limit results', async () => {
    await local.withPropertyValues('mcp.client.max-result-size=5').run(async (context) => {
      expect(await call(context)).toBe('[{"type":"text","text":"abcde[truncated: 5 of 20 characters]"}]');
    });
    await local.run(async (context) => {
      expect(await call(context)).toBe('[{"type":"text","text":"abcdefghijklmnopqrst"}]');
    });
  });

  it('[MX-07] limit descriptions', async () => {
    await local.withPropertyValues('mcp.client.max-description-length=3').run(async (context) => {
      expect((await tools(context)).map(({ definition }) => definition.description)).toEqual(['Rea']);
    });
  });

  it('[MX-08] say what happens to a tool that changed', async () => {
    const changed = async (context: AssertableApplicationContext): Promise<readonly string[]> => {
      descriptions = ['Reads.', 'Lists.'];
      await tools(context);
      descriptions = ['Reads, and more.', 'Lists.'];
      context.get(McpToolCallbackProvider).invalidateCache();
      return (await tools(context)).map(({ originalToolName }) => originalToolName);
    };
    await local.run(async (context) => {
      expect(await changed(context)).toEqual(['read', '工具list']);
    });
    await local.withPropertyValues('mcp.client.on-definition-change=BLOCK').run(async (context) => {
      expect(await changed(context)).toEqual(['工具list']);
    });
  });

  it('[MP-06] [MP-11] limit a list, and say what a server does to it that cannot list', async () => {
    descriptions = ['a', 'b', 'c'];
    const two = local.withPropertyValues('mcp.client.toolcallback.max-tools=2');
    await two.run(async (context) => {
      await expect(tools(context)).rejects.toThrow('the server lists more than 2 tools');
    });
    listing = () => {
      throw new Error('broken');
    };
    await local.run(async (context) => {
      await expect(tools(context)).rejects.toThrow('broken');
    });
    await local.withPropertyValues('mcp.client.toolcallback.on-list-error=skip').run(async (context) => {
      expect(await tools(context)).toEqual([]);
      expect(log.messages('warn').at(-1)).toBe("The tools of MCP connection 'memory' are left out: broken");
    });
  });

  it('[MN-12] name tools in ASCII', async () => {
    descriptions = ['a', 'b'];
    const names = async (context: AssertableApplicationContext): Promise<readonly string[]> =>
      (await tools(context)).map(({ definition }) => definition.name);
    await local.run(async (context) => expect(await names(context)).toEqual(['read', '工具list']));
    await local
      .withPropertyValues('mcp.client.toolcallback.ascii-names=true')
      .run(async (context) => expect(await names(context)).toEqual(['read', 'list']));
  });

  it.each([
    ['all', { tenant: 'a', token: 'b' }],
    ['ALL', { tenant: 'a', token: 'b' }],
    ['NONE', {}],
    ['tenant', { tenant: 'a' }],
    ['tenant,token', { tenant: 'a', token: 'b' }],
  ])('[MR-06] send the tool context as %s says', async (policy, meta) => {
    await local.withPropertyValues(`mcp.client.tool-context-meta=${policy}`).run(async (context) => {
      await call(context);
      expect(metas).toEqual([meta]);
    });
  });

  it('[MX-16] limit what a server may ask during a call', async () => {
    @Component()
    class Sampler {
      @McpSampling()
      sample(_request: McpSamplingRequest): McpSchema.CreateMessageResult {
        return { model: 'm', role: 'assistant', content: { type: 'text', text: '!' } };
      }
    }
    descriptions = ['a', 'b'];
    await local
      .withUserConfiguration(Sampler)
      .withPropertyValues('mcp.client.sampling.max-per-call=2')
      .run(async (context) => {
        await call(context, 1);
        expect(asked).toEqual(['answered', 'answered', 'refused']);
      });
  });

  it('[MC-22] [MP-05] tell of changed tools though no handlers are looked for', async () => {
    const events: McpClientEvent[] = [];
    await local
      .withBean(McpClientEventListener, () => McpClientEventListener.of((event) => events.push(event)))
      .withPropertyValues('mcp.client.annotation-scanner.enabled=false')
      .run(async (context) => {
        expect(await tools(context)).toHaveLength(1);
        descriptions = ['Reads.', 'Lists.'];
        await change();
        const deadline = performance.now() + 5000;
        while (events.length === 0 && performance.now() < deadline) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        expect(events).toMatchObject([
          { type: 'tools-changed', connectionName: 'memory', tools: [{ name: 'read' }, { name: '工具list' }] },
        ]);
        expect(await tools(context)).toHaveLength(2);
      });
  });

  it('[MR-16] [MF-06] [MR-06] [MX-07] reach the settings of one connection', async () => {
    const properties = {
      'mcp.client.initialized': 'false',
      [`${STDIO}.command`]: 'x',
      [`${STDIO}.request-timeout`]: '3s',
      [`${STDIO}.reset-timeout-on-progress`]: 'true',
      [`${STDIO}.max-total-timeout`]: '1m',
      [`${STDIO}.trusted`]: 'true',
      [`${STDIO}.tool-context-meta`]: 'tenant',
      [`${STDIO}.tools.include`]: 'read_*,list',
      [`${STDIO}.tools.exclude`]: '*_dir',
    };
    await runner.withPropertyValues(properties).run((context) => {
      const { toolNames, ...settings } = context.get(McpClients).get('x')?.settings ?? {};
      expect(settings).toMatchObject({
        requestTimeout: 3000,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: 60_000,
        trusted: true,
        toolContextMeta: ['tenant'],
      });
      const named = ['read_file', 'read_dir', 'list', 'lists'].map((name) => ({ name }));
      expect(toolNames?.select('x', named)).toEqual([{ name: 'read_file' }, { name: 'list' }]);
    });
  });

  it.each([
    `${STDIO}.request-timeout=0`,
    `${STDIO}.max-total-timeout=-1s`,
    'mcp.client.streamable-http.connections.x.request-timeout=0',
    'mcp.client.sse.connections.x.request-timeout=0',
    'mcp.client.request-timeout=0',
    'mcp.client.max-result-size=0',
    'mcp.client.toolcallback.max-tools=0',
  ])('[MR-16] stop the start with a limit that is none: %s', async (line) => {
    const properties = {
      'mcp.client.initialized': 'false',
      [`${STDIO}.command`]: 'x',
      'mcp.client.streamable-http.connections.x.url': 'http://127.0.0.1:1',
      'mcp.client.sse.connections.x.url': 'http://127.0.0.1:1',
    };
    await runner
      .withPropertyValues(properties)
      .withPropertyValues(line)
      .run(({ startupFailure, output }) => {
        expect(startupFailure).not.toBeNull();
        expect(output).toContain(`Property: ${line.split('=')[0]}\n    Value: "${line.split('=')[1]}"`);
      });
  });

  it('[MC-19] close every connection though one of them cannot be closed', async () => {
    const broken = new NamedClientMcpTransport('broken', async () => {
      const transport = await connect();
      transport.close = () => Promise.reject(new Error('stuck'));
      return transport;
    });
    let clients: McpClients | undefined;
    await runner
      .withBean(NamedClientMcpTransport, () => broken, 'broken')
      .withBean(NamedClientMcpTransport, () => new NamedClientMcpTransport('fine', connect), 'fine')
      .run((context) => {
        clients = context.get(McpClients);
        expect(clients.clients.map(({ initialized }) => initialized)).toEqual([true, true]);
      });
    expect(clients?.clients.map(({ name, initialized, closed }) => [name, initialized, closed])).toEqual([
      ['broken', false, true],
      ['fine', false, true],
    ]);
  });
});
