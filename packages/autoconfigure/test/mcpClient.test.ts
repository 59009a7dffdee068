/* eslint-disable @typescript-eslint/no-deprecated -- the low-level server shows what a client sends */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InMemoryTransport, type Transport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  McpClientAutoConfiguration,
  McpClientConfigurer,
  McpClientCustomizer,
  McpClientProperties,
  McpClients,
  McpClientType,
  ToolCallingAutoConfiguration,
} from '@toolwright/autoconfigure';
import { Bean, Component, Configuration, NoUniqueBeanDefinitionException, Order, Scope } from '@toolwright/boot';
import { RecordingLogProvider } from '@toolwright/core';
import {
  type McpClientBuilder,
  McpConnectionInfo,
  type McpHttpRequest,
  McpLogging,
  McpSampling,
  type McpSamplingRequest,
  type McpSchema,
  McpSyncHttpClientRequestCustomizer,
  McpToolCallbackProvider,
  McpToolFilter,
  McpToolNamePrefixGenerator,
  NamedClientMcpTransport,
  ToolContextToMcpMetaConverter,
} from '@toolwright/mcp';
import { ApplicationContextRunner } from '@toolwright/testing';
import { ToolCallbackProvider, ToolCallbackResolver, ToolCallingManager, ToolContext } from '@toolwright/tools';

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));

const runner = new ApplicationContextRunner().withAutoConfiguration(
  ToolCallingAutoConfiguration,
  McpClientAutoConfiguration,
);
const lazily = runner.withPropertyValues('mcp.client.initialized=false');

let log: RecordingLogProvider;

beforeEach(() => {
  log = RecordingLogProvider.install();
  handshakes.length = 0;
  metas.length = 0;
  listings = 0;
});

afterEach(() => {
  log.uninstall();
});

const handshakes: unknown[] = [];
const metas: unknown[] = [];
let listings = 0;

/** A server in memory with one tool. */
function inMemory(name: string, toolName = 'search', options: { local?: boolean } = {}): NamedClientMcpTransport {
  const connect = async (): Promise<Transport> => {
    const server = new Server({ name: 'memory', version: '1' }, { capabilities: { tools: {}, logging: {} } });
    server.setRequestHandler('tools/list', () => {
      listings += 1;
      return { tools: [{ name: toolName, description: 'Searches.', inputSchema: { type: 'object' } }] };
    });
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      metas.push(params._meta);
      await mcpReq.log('info', 'called');
      return { content: [{ type: 'text', text: 'found' }] };
    });
    server.oninitialized = () => handshakes.push([server.getClientVersion(), server.getClientCapabilities()]);
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect(ours);
    return theirs;
  };
  return new NamedClientMcpTransport(name, connect, options);
}

@Configuration()
class TwoServers {
  @Bean()
  first(): NamedClientMcpTransport {
    return inMemory('first');
  }

  @Bean()
  second(): NamedClientMcpTransport {
    return inMemory('second', 'fetch');
  }
}

function namesOf(clients: McpClients): readonly string[] {
  return clients.clients.map(({ name }) => name);
}

describe('MCP clients by configuration', () => {
  it('[MC-01] [BX-26] have their defaults', async () => {
    await runner.run((context) => {
      expect(context.get(McpClientProperties)).toMatchObject({
        enabled: true,
        name: 'toolwright-mcp-client',
        version: '1.0.0',
        initialized: true,
        requestTimeout: 20_000,
        type: McpClientType.SYNC,
        rootChangeNotification: true,
        toolcallback: { enabled: true },
        annotationScanner: { enabled: true },
      });
      expect(context.get(McpClients).clients).toEqual([]);
    });
  });

  it('[MC-02] are not there when they are disabled', async () => {
    await runner
      .withUserConfiguration(TwoServers)
      .withPropertyValues('mcp.client.enabled=false')
      .run((context) => {
        expect(context.containsBean(McpClients)).toBe(false);
        expect(context.containsBean(McpToolCallbackProvider)).toBe(false);
        expect(context.containsBean(ToolCallingManager)).toBe(true);
        expect(handshakes).toEqual([]);
      });
  });

  it('are not there without the SDK', async () => {
    await runner.withoutPackages('@modelcontextprotocol/client').run((context) => {
      expect(context.containsBean(McpClients)).toBe(false);
    });
  });

  it('[BX-30] [MC-03] start one child process per stdio connection', async () => {
    await runner
      .withPropertyValues({
        'mcp.client.stdio.connections.everything.command': process.execPath,
        'mcp.client.stdio.connections.everything.args': `${EVERYTHING},stdio`,
        'mcp.client.stdio.connections.everything.env.MY_TOKEN': 'value',
      })
      .run(async (context) => {
        const client = context.get(McpClients).get('everything');
        expect(client?.initialized).toBe(true);
        const result = await client?.callTool({ name: 'get-env', arguments: {} });
        expect(JSON.stringify(result)).toContain('MY_TOKEN');
      });
  });

  it('[BX-30] [MC-04] come from a file too; a property of the same name wins', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
    try {
      const file = join(folder, 'servers.json');
      writeFileSync(file, '{"mcpServers":{"fs":{"command":"file-fs"},"git":{"command":"file-git"}}}');
      await lazily
        .withPropertyValues({
          'mcp.client.stdio.servers-configuration': file,
          'mcp.client.stdio.connections.fs.command': 'own-fs-program',
        })
        .run(async (context) => {
          const clients = context.get(McpClients);
          expect(namesOf(clients)).toEqual(['fs', 'git']);
          await expect(clients.get('fs')?.initialize()).rejects.toThrow('own-fs-program');
          await expect(clients.get('git')?.initialize()).rejects.toThrow('file-git');
        });
      await lazily
        .withPropertyValues({ 'mcp.client.stdio.servers-configuration': join(folder, 'none.json') })
        .run(({ startupFailure }) => {
          expect(String(startupFailure)).toContain('Failed to read stdio connection resource');
        });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('[MC-06] [MC-09] [MC-10] stop the start when a connection lacks what it needs', async () => {
    for (const [key, message] of [
      ['mcp.client.stdio.connections.x.args=a', "stdio connection 'x' requires a 'command' property"],
      [
        'mcp.client.sse.connections.x.sse-endpoint=/e',
        "SSE connection 'x' requires a 'url' property. Example: url: http://localhost:3000",
      ],
      [
        'mcp.client.sse.connections.x.url= ',
        "SSE connection 'x' requires a 'url' property. Example: url: http://localhost:3000",
      ],
      [
        'mcp.client.sse.connections.x.url=nonsense',
        "Failed to create SSE transport for connection 'x'. Check URL splitting: url='nonsense', sse-endpoint='/sse'. " +
          'Full URL should be split as: url=http://host:port, sse-endpoint=/path/to/endpoint',
      ],
      [
        'mcp.client.streamable-http.connections.x.endpoint=/e',
        "Streamable HTTP connection 'x' requires a 'url' property. Example: url: http://localhost:3000",
      ],
    ] as const) {
      await runner.withPropertyValues(key).run(({ startupFailure }) => {
        expect(String(startupFailure)).toContain(message);
      });
    }
  });

  it('[BX-29] [MC-07] are one per Streamable HTTP connection', async () => {
    await lazily
      .withPropertyValues('mcp.client.streamable-http.connections.server1.url=http://127.0.0.1:1')
      .run((context) => {
        expect(namesOf(context.get(McpClients))).toEqual(['server1']);
        expect(context.get(McpClientProperties).streamableHttp.connections.get('server1')?.endpoint).toBe('/mcp');
      });
    await lazily.run((context) => {
      expect(namesOf(context.get(McpClients))).toEqual([]);
    });
  });

  it('[BX-29] [MC-07] [MC-17] are reached at their own endpoint, with the headers of properties and customizers', async () => {
    const seen: (string | undefined)[][] = [];
    const web = createServer(({ url, headers }, response) => {
      seen.push([url, headers['x-property'] as string, headers['x-bean'] as string]);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const { port } = web.address() as AddressInfo;
    @Component()
    class Header extends McpSyncHttpClientRequestCustomizer {
      override customize({ headers, connectionName }: McpHttpRequest): void {
        headers.set('x-bean', connectionName);
      }
    }
    const http = 'mcp.client.streamable-http.connections';
    await lazily
      .withUserConfiguration(Header)
      .withPropertyValues({
        [`${http}.usual.url`]: `http://127.0.0.1:${port}`,
        [`${http}.own.url`]: `http://127.0.0.1:${port}`,
        [`${http}.own.endpoint`]: '/custom',
        [`${http}.own.headers.X-Property`]: 'set',
      })
      .run(async (context) => {
        for (const client of context.get(McpClients).clients) await client.initialize().catch(() => undefined);
      });
    await new Promise((resolve) => web.close(resolve));
    expect([seen[0], seen.at(-1)]).toEqual([
      ['/mcp', undefined, 'usual'],
      ['/custom', 'set', 'own'],
    ]);
  });

  it('[MC-11] [MC-18] come in the order of transports; a shared name is a warning', async () => {
    await lazily
      .withUserConfiguration(TwoServers)
      .withPropertyValues({
        'mcp.client.sse.connections.c.url': 'http://127.0.0.1:1',
        'mcp.client.streamable-http.connections.b.url': 'http://127.0.0.1:1',
        'mcp.client.streamable-http.connections.first.url': 'http://127.0.0.1:1',
        'mcp.client.stdio.connections.z.command': 'z',
        'mcp.client.stdio.connections.a.command': 'a',
      })
      .run((context) => {
        expect(namesOf(context.get(McpClients))).toEqual(['z', 'a', 'b', 'first', 'c', 'first', 'second']);
        expect(log.messages('warn')).toEqual([
          'The SSE transport of MCP is deprecated. Use mcp.client.streamable-http.connections where you can.',
          'Several MCP connections have the same name and share their handlers: first.',
        ]);
      });
  });

  it('[MC-12] [MC-14] introduce themselves at the start, one after the other', async () => {
    await runner
      .withUserConfiguration(TwoServers)
      .withPropertyValues('mcp.client.name=shop', 'mcp.client.version=3')
      .run((context) => {
        expect(handshakes).toMatchObject([
          [{ name: 'shop - first', version: '3', title: 'first' }, {}],
          [{ name: 'shop - second', version: '3', title: 'second' }, {}],
        ]);
        expect(listings).toBe(0);
        expect(context.get(McpClients).clients.every(({ initialized }) => initialized)).toBe(true);
      });
  });

  it('[MC-13] have one timeout, unless a connection has its own', async () => {
    await lazily
      .withPropertyValues({
        'mcp.client.request-timeout': '45s',
        'mcp.client.stdio.connections.a.command': 'a',
        'mcp.client.stdio.connections.b.command': 'b',
        'mcp.client.stdio.connections.b.request-timeout': '2m',
        'mcp.client.stdio.connections.b.trusted': 'true',
        'mcp.client.stdio.connections.b.tools.include': 'read_*,list',
      })
      .run((context) => {
        const settings = context.get(McpClients).clients.map((client) => client.settings);
        expect(settings.map(({ requestTimeout }) => requestTimeout)).toEqual([45_000, 120_000]);
        expect(settings.map(({ trusted }) => trusted)).toEqual([false, true]);
      });
  });

  it('[MC-15] [BX-31] connect at their first use when they are not initialized', async () => {
    await lazily.withUserConfiguration(TwoServers).run(async (context) => {
      expect(handshakes).toEqual([]);
      await context.get(McpToolCallbackProvider).toolCallbacks();
      expect(handshakes).toHaveLength(2);
    });
  });

  it('[MC-16] are customized after their handlers were installed, in order, once per connection', async () => {
    const calls: string[] = [];
    @Component()
    @Order(2)
    class Late extends McpClientCustomizer {
      override customize(name: string): void {
        calls.push(`late ${name}`);
      }
    }
    @Component()
    @Order(1)
    class Early extends McpClientCustomizer {
      override customize(name: string, spec: McpClientBuilder): void {
        calls.push(`early ${name}`);
        spec.roots({ uri: 'file:///x' });
      }
    }
    await runner.withUserConfiguration(TwoServers, Late, Early).run(() => {
      expect(calls).toEqual(['early first', 'late first', 'early second', 'late second']);
      expect(handshakes).toMatchObject([
        [{}, { roots: { listChanged: true } }],
        [{}, { roots: { listChanged: true } }],
      ]);
    });
    calls.length = 0;
    await runner
      .withUserConfiguration(TwoServers, Late)
      .withBean(McpClientConfigurer, () => new McpClientConfigurer())
      .run(() => {
        expect(calls).toEqual([]);
      });
  });

  it('[MC-20] advertise roots without notification when that is off', async () => {
    @Component()
    class Roots extends McpClientCustomizer {
      override customize(_name: string, spec: McpClientBuilder): void {
        spec.roots({ uri: 'file:///x' });
      }
    }
    await runner
      .withUserConfiguration(TwoServers, Roots)
      .withPropertyValues('mcp.client.root-change-notification=false')
      .run(() => {
        expect(handshakes[0]).toMatchObject([{}, { roots: { listChanged: false } }]);
      });
  });

  it('[MC-19] [BX-32] are closed with the context', async () => {
    let clients: McpClients | undefined;
    await runner.withUserConfiguration(TwoServers).run((context) => {
      clients = context.get(McpClients);
    });
    expect(clients?.clients.map(({ initialized }) => initialized)).toEqual([false, false]);
    await expect(clients?.get('first')?.ping()).rejects.toThrow("MCP connection 'first' is closed");
  });

  it('[MC-23] take SYNC and ASYNC in any case, and nothing else', async () => {
    await runner.withPropertyValues('mcp.client.type=async').run((context) => {
      expect(context.get(McpClientProperties).type).toBe(McpClientType.ASYNC);
    });
    await runner.withPropertyValues('mcp.client.type=other').run(({ startupFailure, output }) => {
      expect(startupFailure).not.toBeNull();
      expect(output).toContain('mcp.client.type');
      expect(output).toMatch(/ASYNC\s+SYNC/);
    });
  });

  it('[MX-13] stop the start when a server cannot be reached, unless that is not to be', async () => {
    const dead = runner.withPropertyValues({
      'mcp.client.streamable-http.connections.dead.url': 'http://127.0.0.1:1',
      'mcp.client.request-timeout': '2s',
    });
    await dead.run(({ startupFailure }) => {
      expect(String(startupFailure)).toContain("Failed to initialize MCP connection 'dead': fetch failed");
    });
    await dead.withPropertyValues('mcp.client.fail-fast=false').run((context) => {
      expect(context.get(McpClients).get('dead')?.initialized).toBe(false);
      expect(log.messages('warn').join()).toContain("Failed to initialize MCP connection 'dead': fetch failed");
    });
  });
});

describe('handlers of MCP clients', () => {
  const seen: unknown[] = [];

  @Component()
  class Handlers {
    constructor(readonly clients: McpClients) {}

    @McpLogging({ clients: 'first' })
    log(notification: McpSchema.LoggingMessageNotification['params']): void {
      seen.push([notification.data, this.clients.clients.length]);
    }
  }

  @Component()
  @Scope('prototype')
  class Prototype {
    @McpLogging()
    log(_notification: object): void {
      seen.push('prototype');
    }
  }

  beforeEach(() => {
    seen.length = 0;
  });

  it('[MA-19] are methods of singletons, which may need the clients themselves', async () => {
    await runner.withUserConfiguration(TwoServers, Handlers, Prototype).run(async (context) => {
      const clients = context.get(McpClients);
      for (const name of ['first', 'second']) await clients.get(name)?.callTool({ name: 'search', arguments: {} });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(seen).toEqual([['called', 2]]);
    });
  });

  it('[MC-22] are not looked for when that is off', async () => {
    await runner
      .withUserConfiguration(TwoServers, Handlers)
      .withPropertyValues('mcp.client.annotation-scanner.enabled=false')
      .run(async (context) => {
        await context.get(McpClients).get('first')?.callTool({ name: 'search', arguments: {} });
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(seen).toEqual([]);
      });
  });

  it('[MA-18] stop the start when they name an unknown connection', async () => {
    await runner.withUserConfiguration(Handlers).run(({ startupFailure }) => {
      expect(String(startupFailure)).toContain("names the MCP connection 'first', which does not exist");
    });
  });

  it('[MC-21] decide what each connection advertises', async () => {
    @Component()
    class Sampler {
      @McpSampling({ clients: 'second' })
      sample(_request: McpSamplingRequest): McpSchema.CreateMessageResult {
        return { model: 'm', role: 'assistant', content: { type: 'text', text: '' } };
      }
    }
    await runner.withUserConfiguration(TwoServers, Sampler).run(() => {
      expect(handshakes.map((handshake) => (handshake as unknown[])[1])).toEqual([{}, { sampling: {} }]);
    });
  });
});

describe('the provider of remote tools by configuration', () => {
  const servers = runner.withUserConfiguration(TwoServers);

  async function toolNames(context: { get(type: typeof McpToolCallbackProvider): McpToolCallbackProvider }) {
    return (await context.get(McpToolCallbackProvider).toolCallbacks()).map(({ definition }) => definition.name);
  }

  it('[MP-01] is a bean that nobody asks at the start', async () => {
    await servers.run(async (context) => {
      expect(context.getAll(ToolCallbackProvider)).toEqual([context.get(McpToolCallbackProvider)]);
      expect(await context.get(ToolCallbackResolver).resolve('search')).toBeNull();
      expect(listings).toBe(0);
      expect(await toolNames(context)).toEqual(['search', 'fetch']);
    });
  });

  it('[MP-13] [BX-27] is there only if neither property is false', async () => {
    for (const [enabled, toolcallback, there] of [
      ['true', 'true', true],
      ['true', 'false', false],
      ['false', 'true', false],
      ['false', 'false', false],
    ] as const) {
      await servers
        .withPropertyValues({ 'mcp.client.enabled': enabled, 'mcp.client.toolcallback.enabled': toolcallback })
        .run((context) => {
          expect(context.containsBean(McpToolCallbackProvider)).toBe(there);
          expect(context.containsBean(McpClients)).toBe(enabled === 'true');
        });
    }
  });

  it('[BX-28] uses the filter, the generator and the converter of the application', async () => {
    class Keys extends ToolContextToMcpMetaConverter {
      override convert({ context }: ToolContext): Readonly<Record<string, unknown>> {
        return { keys: Object.keys(context) };
      }
    }
    class Names extends McpToolNamePrefixGenerator {
      override prefixedToolName(connection: McpConnectionInfo, { name }: McpSchema.Tool): string {
        return `${connection.connectionName}.${name}`;
      }
    }
    await servers
      .withBean(McpToolFilter, () => McpToolFilter.of((_connection, { name }) => name === 'fetch'))
      .withBean(McpToolNamePrefixGenerator, () => new Names())
      .withBean(ToolContextToMcpMetaConverter, () => new Keys())
      .run(async (context) => {
        expect(await toolNames(context)).toEqual(['second.fetch']);
        const [callback] = await context.get(McpToolCallbackProvider).toolCallbacks();
        await callback?.call('{}', new ToolContext({ tenant: 'a', user: 'b' }));
        expect(metas).toEqual([{ keys: ['tenant', 'user'] }]);
      });
  });

  it('[BX-28] has defaults for them: every tool, names of its own, and the context for servers of this machine', async () => {
    @Configuration()
    class OneServer {
      @Bean()
      local(): NamedClientMcpTransport {
        return inMemory('local', 'a-b', { local: true });
      }
    }
    await runner.withUserConfiguration(OneServer).run(async (context) => {
      expect(await toolNames(context)).toEqual(['a_b']);
      const [callback] = await context.get(McpToolCallbackProvider).toolCallbacks();
      await callback?.call('{}', new ToolContext({ tenant: 'a', nothing: null }));
      expect(metas).toEqual([{ tenant: 'a' }]);
    });
  });

  it('[MP-14] [BX-28] refuses two of them', async () => {
    for (const [type, create] of [
      [McpToolFilter, () => McpToolFilter.acceptAll()],
      [McpToolNamePrefixGenerator, () => McpToolNamePrefixGenerator.noPrefix()],
      [ToolContextToMcpMetaConverter, () => ToolContextToMcpMetaConverter.noOp()],
    ] as const) {
      await servers
        .withBean(type as never, create as never, 'oneOfTwo')
        .withBean(type as never, create as never, 'otherOfTwo')
        .run(({ startupFailure, output }) => {
          expect(startupFailure?.cause).toBeInstanceOf(NoUniqueBeanDefinitionException);
          expect(output).toContain('required a single bean, but 2 were found:\n\t- oneOfTwo: ');
          expect(output).toContain('\n\t- otherOfTwo: ');
        });
    }
  });

  it('[PX-03] names equal tools by one property', async () => {
    @Configuration()
    class SameTools {
      @Bean()
      a(): NamedClientMcpTransport {
        return inMemory('a');
      }

      @Bean()
      b(): NamedClientMcpTransport {
        return inMemory('b');
      }
    }
    const same = runner.withUserConfiguration(SameTools);
    const withPrefix = (prefix: string) => same.withPropertyValues(`mcp.client.toolcallback.name-prefix=${prefix}`);
    await same.run(async (context) => expect(await toolNames(context)).toEqual(['search', 'alt_1_search']));
    await withPrefix('alt').run(async (context) =>
      expect(await toolNames(context)).toEqual(['search', 'alt_1_search']),
    );
    await withPrefix('connection').run(async (context) =>
      expect(await toolNames(context)).toEqual(['a_search', 'b_search']),
    );
    await withPrefix('none').run(async (context) =>
      expect(toolNames(context)).rejects.toThrow('Multiple tools with the same name (search)'),
    );
  });
});
