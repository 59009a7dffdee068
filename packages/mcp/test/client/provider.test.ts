import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  DefaultMcpToolNamePrefixGenerator,
  McpClient,
  type McpClientEvent,
  McpToolCallback,
  McpToolCallbackProvider,
  McpToolNamePrefixGenerator,
  McpToolsChangedEvent,
  type McpToolFilterFunction,
} from '@toolwright/mcp';
import { NO_ANSWER, ScriptedMcpServer, tool, WireError } from '../support/ScriptedMcpServer.js';
import { until } from '../support/until.js';

let log: RecordingLogProvider;
const clients: McpClient[] = [];

beforeEach(() => {
  log = RecordingLogProvider.install();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  log.uninstall();
});

function connect(server: ScriptedMcpServer, name = 'one'): McpClient {
  return keep(server.client(name).requestTimeout(2000).build());
}

function keep(client: McpClient): McpClient {
  clients.push(client);
  return client;
}

function providerOf(...list: readonly McpClient[]): McpToolCallbackProvider {
  return McpToolCallbackProvider.builder().mcpClients(list).build();
}

async function namesOf(provider: McpToolCallbackProvider): Promise<readonly string[]> {
  return (await provider.toolCallbacks()).map(({ definition }) => definition.name);
}

function serverWith(...names: readonly string[]): ScriptedMcpServer {
  const server = new ScriptedMcpServer();
  server.tools = names.map((name) => tool(name));
  return server;
}

describe('the provider of remote tools', () => {
  it('[MP-02] sends nothing when it is built, and lists every client once at the first read', async () => {
    const [a, b] = [serverWith('alpha'), serverWith('beta')];
    const provider = providerOf(connect(a, 'a'), connect(b, 'b'));
    expect([a.connections, b.connections]).toEqual([0, 0]);
    expect(await namesOf(provider)).toEqual(['alpha', 'beta']);
    expect(a.requests.map(({ method }) => method)).toEqual(['initialize', 'tools/list']);
    expect(b.requests.map(({ method }) => method)).toEqual(['initialize', 'tools/list']);
  });

  it('[MP-03] keeps the list and hands out copies', async () => {
    const server = serverWith('alpha', 'beta');
    const provider = providerOf(connect(server));
    const first = (await provider.toolCallbacks()) as McpToolCallback[];
    first.length = 0;
    expect(await namesOf(provider)).toEqual(['alpha', 'beta']);
    const [again, still] = [await provider.toolCallbacks(), await provider.toolCallbacks()];
    expect(again[0]).toBe(still[0]);
    expect(server.of('tools/list')).toHaveLength(1);
  });

  it('[MP-04] lists once for concurrent reads and keeps no failure', async () => {
    const server = serverWith('alpha');
    let failing = true;
    server.on('tools/list', () => {
      if (failing) throw new WireError(-32_603, 'not now');
      return { tools: server.tools };
    });
    const provider = providerOf(connect(server));
    const failures = await Promise.allSettled([provider.toolCallbacks(), provider.toolCallbacks()]);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(server.of('tools/list')).toHaveLength(1);
    failing = false;
    const [first, second] = await Promise.all([provider.toolCallbacks(), provider.toolCallbacks()]);
    expect(first).toEqual(second);
    expect(server.of('tools/list')).toHaveLength(2);
  });

  it('[MP-05] relists all servers after one said that its tools changed, and publishes the new list', async () => {
    const [a, b] = [serverWith('alpha'), serverWith('beta')];
    const events: McpClientEvent[] = [];
    const listening = keep(
      a
        .client('a')
        .eventListener((event) => events.push(event))
        .build(),
    );
    const provider = providerOf(listening, connect(b, 'b'));
    expect(await namesOf(provider)).toEqual(['alpha', 'beta']);
    a.tools = [tool('alpha'), tool('gamma')];
    await a.notify('notifications/tools/list_changed');
    expect(await namesOf(provider)).toEqual(['alpha', 'gamma', 'beta']);
    expect(b.of('tools/list')).toHaveLength(2);
    await until(() => events.length > 0);
    expect(events).toHaveLength(1);
    expect(events[0]).toBeInstanceOf(McpToolsChangedEvent);
    expect((events[0] as McpToolsChangedEvent).connectionName).toBe('a');
    expect((events[0] as McpToolsChangedEvent).tools.map(({ name }) => name)).toEqual(['alpha', 'gamma']);
    a.tools = [tool('alpha')];
    await a.notify('notifications/tools/list_changed');
    expect(await namesOf(provider)).toEqual(['alpha', 'beta']);
  });

  it('[MP-05] relists after invalidateCache()', async () => {
    const server = serverWith('alpha');
    const provider = providerOf(connect(server));
    await provider.toolCallbacks();
    server.tools = [tool('beta')];
    expect(await namesOf(provider)).toEqual(['alpha']);
    provider.invalidateCache();
    expect(await namesOf(provider)).toEqual(['beta']);
  });

  it('[MP-06] reads all pages in their order', async () => {
    const server = new ScriptedMcpServer();
    const pages: Record<string, readonly string[]> = { start: ['a', 'b'], '2': ['c'], '3': ['d'] };
    server.on('tools/list', ({ cursor = 'start' }) => {
      const next = { start: '2', '2': '3' }[cursor as string];
      return { tools: pages[cursor as string]?.map((name) => tool(name)), ...(next && { nextCursor: next }) };
    });
    expect(await namesOf(providerOf(connect(server)))).toEqual(['a', 'b', 'c', 'd']);
    expect(server.of('tools/list').map(({ params }) => params['cursor'])).toEqual([undefined, '2', '3']);
  });

  it('[MP-06] stops at a cursor that repeats, at 100 pages and at 1000 tools, naming the connection', async () => {
    const repeating = new ScriptedMcpServer().on('tools/list', () => ({ tools: [tool('a')], nextCursor: 'again' }));
    await expect(providerOf(connect(repeating, 'loop')).toolCallbacks()).rejects.toMatchObject({
      code: 'MCP_TOOL_LISTING',
      connectionName: 'loop',
      message: "Failed to list the tools of MCP connection 'loop': the server repeats the cursor of page 2",
    });
    let page = 0;
    const endless = new ScriptedMcpServer().on('tools/list', () => ({ tools: [], nextCursor: `${(page += 1)}` }));
    await expect(providerOf(connect(endless, 'endless')).toolCallbacks()).rejects.toThrow(
      "Failed to list the tools of MCP connection 'endless': the server has more than 100 pages",
    );
    expect(page).toBe(100);
    const many = serverWith(...Array.from({ length: 1001 }, (_, index) => `tool${index}`));
    await expect(providerOf(connect(many, 'many')).toolCallbacks()).rejects.toThrow(
      "Failed to list the tools of MCP connection 'many': the server lists more than 1000 tools. " +
        'Raise mcp.client.toolcallback.max-tools if that is right.',
    );
    const raised = McpToolCallbackProvider.builder().addMcpClient(connect(many, 'raised')).maxTools(2000).build();
    expect(await raised.toolCallbacks()).toHaveLength(1001);
  });

  it('[MP-07] does not keep a list during whose reading the tools changed', async () => {
    const server = serverWith('old');
    let release: (() => void) | undefined;
    server.on('tools/list', () => {
      const { tools } = server;
      if (release) return { tools };
      return new Promise((resolve) => {
        release = () => resolve({ tools });
      });
    });
    const provider = providerOf(connect(server));
    const reading = provider.toolCallbacks();
    await until(() => release !== undefined);
    server.tools = [tool('new')];
    await server.notify('notifications/tools/list_changed');
    release?.();
    expect((await reading).map(({ definition }) => definition.name)).toEqual(['old']);
    expect(await namesOf(provider)).toEqual(['new']);
  });

  it('[MP-08] is empty without clients and without tools', async () => {
    expect(await McpToolCallbackProvider.builder().build().toolCallbacks()).toEqual([]);
    expect(await providerOf(connect(serverWith())).toolCallbacks()).toEqual([]);
  });

  it('[MP-09] follows the order of clients and servers, and filters before it names', async () => {
    const [a, b] = [serverWith('z', 'search'), serverWith('search', 'a')];
    const provider = McpToolCallbackProvider.builder()
      .mcpClients([connect(a, 'a'), connect(b, 'b')])
      .toolFilter(({ connectionName }, { name }) => !(connectionName === 'a' && name === 'search'))
      .build();
    expect(await namesOf(provider)).toEqual(['z', 'search', 'a']);
  });

  it('[MP-10] rejects duplicate names at every read until they are gone', async () => {
    const [a, b] = [serverWith('search', 'find'), serverWith('find', 'search')];
    const provider = McpToolCallbackProvider.builder()
      .mcpClients([connect(a, 'a'), connect(b, 'b')])
      .toolNamePrefixGenerator(McpToolNamePrefixGenerator.noPrefix())
      .build();
    await expect(provider.toolCallbacks()).rejects.toThrow('Multiple tools with the same name (find, search)');
    await expect(provider.toolCallbacks()).rejects.toThrow('Multiple tools with the same name (find, search)');
    b.tools = [tool('search')];
    provider.invalidateCache();
    await expect(provider.toolCallbacks()).rejects.toThrow('Multiple tools with the same name (search)');
    b.tools = [];
    provider.invalidateCache();
    expect(await namesOf(provider)).toEqual(['search', 'find']);
  });

  it('[MP-11] fails with the error of a server that cannot list', async () => {
    const broken = new ScriptedMcpServer().on('tools/list', () => {
      throw new WireError(-32_603, 'broken');
    });
    const provider = providerOf(connect(serverWith('alpha'), 'a'), connect(broken, 'b'), connect(serverWith('c'), 'c'));
    await expect(provider.toolCallbacks()).rejects.toThrow('broken');
  });

  it('[MP-11] leaves a failing server out with on-list-error=skip and asks it again', async () => {
    const [a, broken, c] = [serverWith('alpha'), serverWith('beta'), serverWith('gamma')];
    let failing = true;
    broken.on('tools/list', () => {
      if (failing) throw new WireError(-32_603, 'broken');
      return { tools: broken.tools };
    });
    const events: McpClientEvent[] = [];
    const watched = keep(
      broken
        .client('b')
        .eventListener((event) => events.push(event))
        .build(),
    );
    const provider = McpToolCallbackProvider.builder()
      .mcpClients([connect(a, 'a'), watched, connect(c, 'c')])
      .onListError('skip')
      .build();
    expect(await namesOf(provider)).toEqual(['alpha', 'gamma']);
    expect(log.messages('warn')).toEqual(["The tools of MCP connection 'b' are left out: broken"]);
    expect(events).toMatchObject([{ type: 'tool-listing-failed', connectionName: 'b' }]);
    expect(await namesOf(provider)).toEqual(['alpha', 'gamma']);
    expect(log.messages('warn')).toHaveLength(2);
    failing = false;
    expect(await namesOf(provider)).toEqual(['alpha', 'beta', 'gamma']);
    expect(a.of('tools/list')).toHaveLength(1);
  });

  it('[PX-04] keeps the tools of the others when one server cannot be reached', async () => {
    const dead = McpClient.builder('dead')
      .transport({ kind: 'custom', local: true, secrets: [], create: () => Promise.reject(new Error('no server')) })
      .build();
    const provider = McpToolCallbackProvider.builder()
      .mcpClients([keep(dead), connect(serverWith('alpha'))])
      .onListError('skip')
      .build();
    expect(await namesOf(provider)).toEqual(['alpha']);
    expect(log.messages('warn')).toEqual([
      "The tools of MCP connection 'dead' are left out: Failed to initialize MCP connection 'dead': no server",
    ]);
  });

  it('[MP-12] replaces and appends clients and refuses null', async () => {
    const [a, b] = [connect(serverWith('alpha'), 'a'), connect(serverWith('beta'), 'b')];
    const builder = McpToolCallbackProvider.builder().addMcpClient(a).mcpClients([b]).addMcpClient(a);
    expect(await namesOf(builder.build())).toEqual(['beta', 'alpha']);
    const missing = null as never;
    expect(() => builder.mcpClients(missing)).toThrow('MCP clients list must not be null');
    expect(() => builder.addMcpClient(missing)).toThrow('MCP client must not be null');
    expect(() => builder.toolFilter(missing)).toThrow('Tool filter must not be null');
    expect(() => builder.toolNamePrefixGenerator(missing)).toThrow('Tool name prefix generator must not be null');
    expect(() => builder.toolContextToMcpMetaConverter(missing)).toThrow(
      'Tool context to MCP meta converter must not be null',
    );
  });

  it('[MP-12] names tools with the default generator unless told otherwise', async () => {
    const server = serverWith('a-b', 'a_b');
    expect(await namesOf(providerOf(connect(server)))).toEqual(['a_b', 'alt_1_a_b']);
  });

  it('[MP-16] asks a server without tools for none', async () => {
    const server = new ScriptedMcpServer();
    server.capabilities = {};
    expect(await providerOf(connect(server)).toolCallbacks()).toEqual([]);
    expect(server.requests.map(({ method }) => method)).toEqual(['initialize']);
  });

  it('[MR-20] leaves out tools that only run as a task, with one warning', async () => {
    const server = new ScriptedMcpServer();
    server.tools = [tool('slow', { execution: { taskSupport: 'required' } }), tool('quick')];
    const provider = providerOf(connect(server));
    expect(await namesOf(provider)).toEqual(['quick']);
    expect(log.messages('warn')).toEqual([
      "Tool 'slow' of MCP connection 'one' is left out: it can only be run as a task, which is not supported.",
    ]);
    expect(await namesOf(provider)).toEqual(['quick']);
    expect(log.messages('warn')).toHaveLength(1);
  });

  it('[PX-05] sees three pages and ends at a server that repeats its cursor', async () => {
    const server = new ScriptedMcpServer().on('tools/list', ({ cursor }) =>
      cursor === undefined ? { tools: [tool('a')], nextCursor: 'x' } : { tools: [tool('b')], nextCursor: 'x' },
    );
    await expect(providerOf(connect(server)).toolCallbacks()).rejects.toThrow('repeats the cursor');
    expect(server.of('tools/list')).toHaveLength(2);
  });
});

describe('the filter of remote tools', () => {
  async function filtered(filter: McpToolFilterFunction): Promise<readonly string[]> {
    const [a, b] = [serverWith('search', 'fetch'), serverWith('search', 'store')];
    const provider = McpToolCallbackProvider.builder()
      .mcpClients([connect(a, 'a'), connect(b, 'b')])
      .toolFilter(filter)
      .build();
    return namesOf(provider);
  }

  it('[MF-01] accepts every tool by default', async () => {
    expect(await namesOf(providerOf(connect(serverWith('a', 'b'))))).toEqual(['a', 'b']);
  });

  it('[MF-02] is asked once per tool and listing, with the tool as the server declares it', async () => {
    const server = new ScriptedMcpServer();
    const declared = tool('my-tool', { annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } });
    server.tools = [declared];
    const asked: unknown[] = [];
    const provider = McpToolCallbackProvider.builder()
      .addMcpClient(connect(server))
      .toolFilter(async (_connection, candidate) => {
        asked.push(candidate);
        return true;
      })
      .build();
    await provider.toolCallbacks();
    await provider.toolCallbacks();
    expect(asked).toEqual([declared]);
    provider.invalidateCache();
    await provider.toolCallbacks();
    expect(asked).toHaveLength(2);
  });

  it('[MF-03] gets both ends of the connection', async () => {
    const server = serverWith('a');
    server.instructions = 'Use me well.';
    let info: unknown;
    const provider = McpToolCallbackProvider.builder()
      .addMcpClient(connect(server, 'files'))
      .toolFilter((connection) => {
        const { clientCapabilities, clientInfo, connectionName, initializeResult } = connection;
        info = { clientCapabilities, clientInfo, connectionName, initializeResult };
        return true;
      })
      .build();
    await provider.toolCallbacks();
    expect(info).toEqual({
      clientCapabilities: {},
      clientInfo: { name: 'toolwright-mcp-client - files', version: '1.0.0', title: 'files' },
      connectionName: 'files',
      initializeResult: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'scripted', version: '1' },
        instructions: 'Use me well.',
      },
    });
  });

  it('[MF-04] lists exactly what is accepted', async () => {
    expect(await filtered(() => false)).toEqual([]);
    expect(await filtered((_connection, { name }) => name !== 'search')).toEqual(['fetch', 'store']);
    expect(await filtered(({ connectionName }) => connectionName === 'b')).toEqual(['search', 'store']);
    expect(await filtered(({ connectionName }, { name }) => connectionName === 'a' && name === 'fetch')).toEqual([
      'fetch',
    ]);
  });

  it('[MF-05] leaves out the tool for which it throws, and lists the others', async () => {
    const names = await filtered((_connection, { name }) => {
      if (name === 'search') throw new Error('oops');
      return true;
    });
    expect(names).toEqual(['fetch', 'store']);
    expect(log.messages('error')).toEqual([
      "The tool filter failed for tool 'search' of MCP connection 'a', which is left out: oops",
      "The tool filter failed for tool 'search' of MCP connection 'b', which is left out: oops",
    ]);
  });

  it('[MF-06] comes after the patterns of the connection, of which exclude wins', async () => {
    const server = serverWith('read_file', 'read_dir', 'write_file', 'delete');
    const client = keep(server.client('fs').toolNames(['read_*', 'delete', 'none*'], ['*_dir']).build());
    const asked: string[] = [];
    const provider = McpToolCallbackProvider.builder()
      .addMcpClient(client)
      .toolFilter((_connection, { name }) => {
        asked.push(name);
        return true;
      })
      .build();
    expect(await namesOf(provider)).toEqual(['read_file', 'delete']);
    expect(asked).toEqual(['read_file', 'delete']);
    expect(log.messages('warn')).toEqual(["Pattern 'none*' of MCP connection 'fs' matches no tool of its server."]);
  });
});

describe('names of remote tools', () => {
  it('[MN-03] are those of the server', async () => {
    expect(await namesOf(providerOf(connect(serverWith('search'))))).toEqual(['search']);
  });

  it('[MN-04] get a prefix when another server has the name, with one warning each', async () => {
    const [a, b] = [serverWith('search', 'fetch'), serverWith('search', 'fetch')];
    expect(await namesOf(providerOf(connect(a, 'a'), connect(b, 'b')))).toEqual([
      'search',
      'fetch',
      'alt_1_search',
      'alt_2_fetch',
    ]);
    expect(log.messages('warn')).toEqual([
      "Tool name 'search' already exists. Using unique tool name 'alt_1_search'",
      "Tool name 'fetch' already exists. Using unique tool name 'alt_2_fetch'",
    ]);
  });

  it('[MN-05] get a prefix when one server lists two different tools of one name; identical ones are one', async () => {
    const server = new ScriptedMcpServer();
    server.tools = [tool('sameName'), tool('sameName', { description: 'Another.' }), tool('sameName')];
    expect(await namesOf(providerOf(connect(server)))).toEqual(['sameName', 'alt_1_sameName']);
  });

  it('[MN-06] get a prefix when only their formatted names are equal', async () => {
    expect(await namesOf(providerOf(connect(serverWith('a-b', 'a_b'))))).toEqual(['a_b', 'alt_1_a_b']);
    expect(await namesOf(providerOf(connect(serverWith('a.b', 'ab'))))).toEqual(['ab', 'alt_1_ab']);
  });

  it('[MN-07] stay when the list is read again', async () => {
    const provider = providerOf(connect(serverWith('search'), 'a'), connect(serverWith('search'), 'b'));
    expect(await namesOf(provider)).toEqual(['search', 'alt_1_search']);
    provider.invalidateCache();
    expect(await namesOf(provider)).toEqual(['search', 'alt_1_search']);
  });

  it('[MN-08] stay when only the description of a tool changed', async () => {
    const server = serverWith('search');
    const provider = providerOf(connect(server));
    await provider.toolCallbacks();
    server.tools = [tool('search', { description: 'Searches better.' })];
    provider.invalidateCache();
    const [callback] = await provider.toolCallbacks();
    expect(callback?.definition).toMatchObject({ name: 'search', description: 'Searches better.' });
  });

  it('[MN-09] stay reserved for their first owner', async () => {
    const [a, b] = [serverWith('search'), serverWith()];
    const provider = providerOf(connect(a, 'a'), connect(b, 'b'));
    expect(await namesOf(provider)).toEqual(['search']);
    a.tools = [];
    b.tools = [tool('search')];
    provider.invalidateCache();
    expect(await namesOf(provider)).toEqual(['alt_1_search']);
    a.tools = [tool('search')];
    provider.invalidateCache();
    expect(await namesOf(provider)).toEqual(['search', 'alt_1_search']);
  });

  it('[MN-14] carry the connection with connectionPrefix()', async () => {
    const provider = McpToolCallbackProvider.builder()
      .mcpClients([connect(serverWith('read-file'), 'my files'), connect(serverWith('read-file'), 'cloud')])
      .toolNamePrefixGenerator(McpToolNamePrefixGenerator.connectionPrefix())
      .build();
    expect(await namesOf(provider)).toEqual(['myfiles_read_file', 'cloud_read_file']);
  });

  it('[MN-14] carry the connection and keep the last 64 characters', async () => {
    const provider = McpToolCallbackProvider.builder()
      .addMcpClient(connect(serverWith('b'.repeat(60)), 'a'.repeat(10)))
      .toolNamePrefixGenerator(McpToolNamePrefixGenerator.connectionPrefix())
      .build();
    expect(await namesOf(provider)).toEqual([`aaa_${'b'.repeat(60)}`]);
  });

  it('[MN-15] come from an own generator as they are', async () => {
    const seen: unknown[] = [];
    class Own extends McpToolNamePrefixGenerator {
      override prefixedToolName(...[connection, { name }]: Parameters<McpToolNamePrefixGenerator['prefixedToolName']>) {
        seen.push(connection.clientCapabilities, connection.clientInfo.title, connection.initializeResult?.serverInfo);
        return `my.${name}!`;
      }
    }
    const provider = McpToolCallbackProvider.builder()
      .addMcpClient(connect(serverWith('tool'), 'x'))
      .toolNamePrefixGenerator(new Own())
      .build();
    expect(await namesOf(provider)).toEqual(['my.tool!']);
    expect(seen).toEqual([{}, 'x', { name: 'scripted', version: '1' }]);
  });

  it('[MN-12] are ASCII only when asked for', async () => {
    const provider = McpToolCallbackProvider.builder()
      .addMcpClient(connect(serverWith('tool工具', '工具')))
      .toolNamePrefixGenerator(new DefaultMcpToolNamePrefixGenerator({ asciiNames: true }))
      .build();
    expect(await namesOf(provider)).toEqual(['tool', 'tool_1']);
  });
});

describe('a connection', () => {
  it('fails a listing that gets no answer in time', async () => {
    const silent = new ScriptedMcpServer().on('tools/list', () => NO_ANSWER);
    const client = keep(silent.client('silent').requestTimeout(50).build());
    await expect(providerOf(client).toolCallbacks()).rejects.toMatchObject({
      code: 'MCP_TRANSPORT',
      connectionName: 'silent',
      message: 'Request timed out',
    });
  });
});
