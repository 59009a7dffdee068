import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  McpClientAutoConfiguration,
  McpServerAutoConfiguration,
  McpServerProperties,
  McpServerProtocol,
  McpServerRunner,
  ToolCallingAutoConfiguration,
} from '@toolwright/autoconfigure';
import { Bean, Component, Configuration } from '@toolwright/boot';
import { RecordingLogProvider } from '@toolwright/core';
import { McpClient, McpHttpServer, McpServer, McpTool, streamableHttpTransport } from '@toolwright/mcp';
import { ApplicationContextRunner } from '@toolwright/testing';
import { FunctionToolCallback, ToolCallback, ToolCallbackProvider } from '@toolwright/tools';

const runner = new ApplicationContextRunner()
  .withAutoConfiguration(ToolCallingAutoConfiguration, McpClientAutoConfiguration, McpServerAutoConfiguration)
  .withPropertyValues('mcp.server.enabled=true');

let log: RecordingLogProvider;

beforeEach(() => {
  log = RecordingLogProvider.install();
});

afterEach(() => {
  log.uninstall();
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

@Component()
class Weather {
  @McpTool()
  forecast(city: string): string {
    return `Rain in ${city}`;
  }
}

function plain(name: string, answer = name): ToolCallback {
  return FunctionToolCallback.builder(name, () => answer)
    .inputType(Object)
    .build();
}

@Configuration()
class OwnTools {
  @Bean()
  first(): ToolCallback {
    return plain('lookup', 'first');
  }

  @Bean()
  more(): ToolCallbackProvider {
    return ToolCallbackProvider.from(plain('lookup', 'second'), plain('extra'));
  }
}

async function withClient<T>(url: string | undefined, use: (client: McpClient) => Promise<T>): Promise<T> {
  const { origin, pathname } = new URL(url ?? '');
  const client = McpClient.builder('c')
    .transport(streamableHttpTransport('c', { url: origin, endpoint: pathname }))
    .build();
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function toolNames(context: { get(type: typeof McpServerRunner): McpServerRunner }): Promise<readonly string[]> {
  return withClient(context.get(McpServerRunner).url, async (client) =>
    (await client.listTools()).map(({ name }) => name),
  );
}

describe('the MCP server by configuration', () => {
  it('[BX-33] has its defaults', async () => {
    await runner.run((context) => {
      expect(context.get(McpServer).settings).toMatchObject({
        name: 'mcp-server',
        version: '1.0.0',
        requestTimeout: 20_000,
        capabilities: { tool: true, resource: true, prompt: true, completion: true },
        changeNotifications: { tool: true, resource: true, prompt: true },
      });
    });
  });

  it('[MS-01] has the defaults of its properties', async () => {
    await runner.run((context) => {
      expect(context.get(McpServerProperties)).toMatchObject({
        stdio: false,
        protocol: McpServerProtocol.STREAMABLE,
        name: 'mcp-server',
        version: '1.0.0',
        capabilities: { tool: true, resource: true, prompt: true, completion: true },
        toolChangeNotification: true,
        resourceChangeNotification: true,
        promptChangeNotification: true,
        toolCallbackConverter: true,
        exposeMcpClientTools: false,
        toolResponseMimeType: new Map(),
        requestTimeout: 20_000,
        streamableHttp: { mcpEndpoint: '/mcp', disallowDelete: false },
      });
      expect(context.get(McpServerProperties).instructions).toBeUndefined();
      expect(context.get(McpServerProperties).streamableHttp.keepAliveInterval).toBeUndefined();
    });
    expect(new McpServerProperties().enabled).toBe(false);
    for (const [key, message] of [
      ['mcp.server.name= ', 'Name must not be empty'],
      ['mcp.server.version=', 'Version must not be empty'],
      ['mcp.server.streamable-http.mcp-endpoint=', 'MCP endpoint must not be empty'],
    ] as const) {
      await runner.withPropertyValues(key).run(({ startupFailure }) => {
        expect(String(startupFailure)).toContain(message);
      });
    }
  });

  it('[MS-08] [MS-24] [MS-25] takes instructions, endpoint, types of results and the refusal of DELETE from properties', async () => {
    await runner
      .withBean(ToolCallback, () => plain('chart', 'Zmlyc3Q='), 'chart')
      .withPropertyValues({
        'mcp.server.instructions': 'Be kind.',
        'mcp.server.streamable-http.mcp-endpoint': '/tools',
        'mcp.server.streamable-http.disallow-delete': 'true',
        'mcp.server.tool-response-mime-type.chart': 'image/png',
        'mcp.server.capabilities.prompt': 'false',
        'mcp.server.tool-change-notification': 'false',
      })
      .run(async (context) => {
        const { url = '' } = context.get(McpServerRunner);
        expect(new URL(url).pathname).toBe('/tools');
        expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
        await withClient(url, async (client) => {
          const { instructions, capabilities } = await client.initialize();
          expect(instructions).toBe('Be kind.');
          expect([capabilities.prompts, capabilities.tools]).toEqual([undefined, { listChanged: false }]);
          expect((await client.callTool({ name: 'chart', arguments: {} })).content).toMatchObject([
            { type: 'image', data: 'Zmlyc3Q=', mimeType: 'image/png' },
          ]);
        });
      });
  });

  async function send(url = '', headers: Readonly<Record<string, string>> = {}, message: object = INITIALIZE) {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(message),
    });
    return status;
  }

  it('[MX-02] [MX-14] [MS-26] lets in whom and what its properties say', async () => {
    await runner
      .withPropertyValues({
        'mcp.server.allowed-hosts': '127.0.0.1',
        'mcp.server.allowed-origins': 'app.example,other.example',
        'mcp.server.max-request-size': '1KB',
        'mcp.server.streamable-http.max-sessions': '2',
      })
      .run(async (context) => {
        const { url = '' } = context.get(McpServerRunner);
        expect(await send(url, { origin: 'https://other.example' })).toBe(200);
        expect(await send(url, { origin: 'http://localhost' })).toBe(403);
        expect(await send(url, {}, { ...INITIALIZE, more: 'x'.repeat(1024) })).toBe(413);
        expect([await send(url), await send(url)]).toEqual([200, 503]);
      });
  });

  it.each([
    [['mcp.server.host=0.0.0.0'], 'The MCP server would listen on 0.0.0.0 without authentication.'],
    [['mcp.server.allowed-hosts=*'], "take '*' only with an authenticator"],
    [['mcp.server.allowed-origins=*'], "take '*' only with an authenticator"],
    [
      ['mcp.server.streamable-http.session-idle-timeout=5s', 'mcp.server.streamable-http.keep-alive-interval=10s'],
      'sessionIdleTimeout must be greater than keepAliveInterval, but 5000 ms is not above 10000 ms',
    ],
  ])('[MX-02] [MX-03] [MS-26] does not start with %j', async (lines, message) => {
    await runner.withPropertyValues(...lines).run(({ startupFailure }) => {
      expect(String(startupFailure)).toContain(message);
    });
  });

  it('[MS-20] keeps the details of failures to itself when it is told to', async () => {
    @Component()
    class Failing {
      @McpTool()
      fail(): string {
        throw new Error('connect to 10.0.0.5');
      }
    }
    const failing = runner.withUserConfiguration(Failing);
    const told = async (context: { get(type: typeof McpServerRunner): McpServerRunner }): Promise<string> =>
      withClient(context.get(McpServerRunner).url, async (client) =>
        JSON.stringify(await client.callTool({ name: 'fail', arguments: {} })),
      );
    await failing.run(async (context) => expect(await told(context)).toContain('connect to 10.0.0.5'));
    await failing
      .withPropertyValues('mcp.server.expose-error-details=false')
      .run(async (context) => expect(await told(context)).toMatch(/Tool execution failed. Reference: [0-9a-f-]{36}/));
  });

  it('[BX-34a] [BX-34d] is reached over Streamable HTTP at /mcp', async () => {
    await runner.withUserConfiguration(Weather).run(async (context) => {
      expect(context.get(McpServerRunner).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
      await withClient(context.get(McpServerRunner).url, async (client) => {
        const { content } = await client.callTool({ name: 'forecast', arguments: { city: 'Oslo' } });
        expect(content).toEqual([{ type: 'text', text: 'Rain in Oslo' }]);
      });
    });
  });

  it('[BX-34b] [MS-02] has no sessions when it is stateless; other words are refused', async () => {
    await runner.withPropertyValues('mcp.server.protocol=stateless').run(async (context) => {
      expect(context.get(McpServerProperties).protocol).toBe(McpServerProtocol.STATELESS);
      expect((await fetch(context.get(McpServerRunner).url ?? '')).status).toBe(405);
    });
    await runner.withPropertyValues('mcp.server.protocol=other').run(({ startupFailure }) => {
      expect(startupFailure).not.toBeNull();
    });
  });

  it('[BX-35] [MS-05] is not there when it is not enabled', async () => {
    await runner.withPropertyValues('mcp.server.enabled=false').run((context) => {
      expect(context.containsBean(McpServer)).toBe(false);
      expect(context.containsBean(McpServerRunner)).toBe(false);
    });
  });

  it('[BX-36] offers the tools of the application; the first of a name is kept', async () => {
    const both = runner.withUserConfiguration(Weather, OwnTools);
    await both.run(async (context) => {
      expect(await toolNames(context)).toEqual(['forecast', 'lookup', 'extra']);
      await withClient(context.get(McpServerRunner).url, async (client) => {
        expect(JSON.stringify(await client.callTool({ name: 'lookup', arguments: {} }))).toContain('first');
      });
    });
    await both.withPropertyValues('mcp.server.tool-callback-converter=false').run(async (context) => {
      expect(await toolNames(context)).toEqual(['forecast']);
    });
  });

  it('[MX-14] limits its requests in number and size', async () => {
    const limits = [
      'mcp.server.http.rate-limit.requests=2',
      'mcp.server.http.rate-limit.period=1h',
      'mcp.server.http.rate-limit.burst=3',
      'mcp.server.http.rate-limit.max-clients=5',
      'mcp.server.max-request-elements=10',
      'mcp.server.protocol=STATELESS',
    ];
    await runner.withPropertyValues(...limits).run(async (context) => {
      const ping = async (extra: object = {}): Promise<number> => {
        const { status } = await fetch(context.get(McpServerRunner).url ?? '', {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', ...extra }),
        });
        return status;
      };
      expect([await ping(), await ping({ params: { a: [1, 2, 3, 4, 5, 6, 7, 8, 9] } }), await ping()]).toEqual([
        200, 400, 200,
      ]);
      expect(await ping()).toBe(429);
    });
    await runner.withPropertyValues('mcp.server.http.rate-limit.requests=0').run(({ startupFailure }) => {
      expect(String(startupFailure)).toContain('mcp.server.http.rate-limit');
    });
  });

  it.each([
    ['none by default', [], [200, 429]],
    ['their number', ['mcp.server.http.trusted-proxies=1'], [200, 200]],
    ['their networks', ['mcp.server.http.trusted-proxies=10.0.0.0/8,loopback'], [200, 200]],
  ])('counts what clients behind trusted proxies send: %s', async (_name, trusted, expected) => {
    const limits = ['mcp.server.http.rate-limit.requests=1', 'mcp.server.http.rate-limit.period=1h'];
    const properties = [...limits, ...trusted, 'mcp.server.protocol=STATELESS'];
    await runner.withPropertyValues(...properties).run(async (context) => {
      const ping = async (client: string): Promise<number> => {
        const { status } = await fetch(context.get(McpServerRunner).url ?? '', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'x-forwarded-for': client,
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
        });
        return status;
      };
      expect([await ping('9.9.9.1'), await ping('9.9.9.2')]).toEqual(expected);
    });
  });

  it('[MS-23] does not pass on the tools of MCP clients unless it is told to', async () => {
    await runner.withUserConfiguration(Weather).run(async (context) => {
      expect(await toolNames(context)).toEqual(['forecast']);
      expect(log.messages('warn')).toEqual([]);
    });
    const withClients = runner
      .withUserConfiguration(Weather)
      .withPropertyValues('mcp.client.stdio.connections.other.command=other', 'mcp.client.initialized=false');
    await withClients.run(async (context) => {
      expect(await toolNames(context)).toEqual(['forecast']);
      expect(log.messages('warn')).toEqual([
        'Found MCP Clients. The MCP Client tools will not be exposed by the MCP Server. ' +
          'If you would like to expose the tools, set mcp.server.expose-mcp-client-tools=true.',
      ]);
    });
  });

  it('[MS-23] [BX-36] passes the tools of MCP clients on when it is told to; the first of a name is kept', async () => {
    const behind = await new McpHttpServer(
      new McpServer().addToolCallbacks([plain('lookup', 'far'), plain('remote')]),
    ).listen();
    try {
      const { origin } = new URL(behind.url);
      await runner
        .withUserConfiguration(OwnTools)
        .withPropertyValues({
          'mcp.client.streamable-http.connections.behind.url': origin,
          'mcp.server.expose-mcp-client-tools': 'true',
        })
        .run(async (context) => {
          expect(await toolNames(context)).toEqual(['lookup', 'extra', 'remote']);
          await withClient(context.get(McpServerRunner).url, async (client) => {
            const answer = async (name: string): Promise<string> =>
              JSON.stringify((await client.callTool({ name, arguments: {} })).content);
            expect(await answer('lookup')).toContain('first');
            expect(await answer('remote')).toContain('remote');
          });
          expect(log.messages('warn')).toEqual([]);
        });
    } finally {
      await behind.close();
    }
  });
});
