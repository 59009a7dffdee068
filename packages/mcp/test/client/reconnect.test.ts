import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import { type McpClient, type McpClientBuilder, McpToolCallbackProvider } from '@toolwright/mcp';
import { ToolContext, ToolExecutionException } from '@toolwright/tools';
import { NO_ANSWER, ScriptedMcpServer, tool } from '../support/ScriptedMcpServer.js';
import { until } from '../support/until.js';

let log: RecordingLogProvider;
let server: ScriptedMcpServer;
const clients: McpClient[] = [];

beforeEach(() => {
  log = RecordingLogProvider.install();
  server = new ScriptedMcpServer();
  server.tools = [
    tool('set', { annotations: { idempotentHint: true } }),
    tool('add', { annotations: { idempotentHint: false } }),
    tool('plain'),
  ];
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  log.uninstall();
});

type Configure = (builder: McpClientBuilder) => McpClientBuilder;

/** Calls a tool of a server that dies during so many calls. */
async function callOf(name: string, deaths: number, configure: Configure, context?: ToolContext): Promise<unknown> {
  let died = 0;
  server.on('tools/call', async () => {
    if (died === deaths) return { content: [{ type: 'text', text: 'done' }] };
    died += 1;
    await server.disconnect();
    return NO_ANSWER;
  });
  const client = configure(server.client().requestTimeout(5000)).build();
  clients.push(client);
  const provider = McpToolCallbackProvider.builder().addMcpClient(client).build();
  const callback = (await provider.toolCallbacks()).find(({ originalToolName }) => originalToolName === name);
  return callback?.call('{"x":1}', context).catch((error: unknown) => error);
}

const trusted: Configure = (builder) => builder.trusted(true);
const untrusted: Configure = (builder) => builder;

describe('a call that a server may have executed when its connection broke', () => {
  it('[MX-12] is sent again if the tool is idempotent and the connection is trusted', async () => {
    const context = new ToolContext({ tenant: 'a' });
    expect(await callOf('set', 1, trusted, context)).toBe('[{"type":"text","text":"done"}]');
    const sent = { name: 'set', arguments: { x: 1 }, _meta: { tenant: 'a' } };
    expect(server.of('tools/call').map(({ params }) => params)).toEqual([sent, sent]);
    expect([server.connections, server.of('initialize').length]).toEqual([2, 2]);
  });

  it.each([
    ['is not idempotent', 'add', trusted],
    ['does not say whether it is', 'plain', trusted],
    ['says that it is, but the server is not trusted', 'set', untrusted],
  ] as const)('[MX-12] is never sent again if its tool %s', async (_why, name, configure) => {
    const failure = await callOf(name, 1, configure);
    expect(failure).toBeInstanceOf(ToolExecutionException);
    expect(failure).toMatchObject({ message: 'Connection closed' });
    expect(server.of('tools/call')).toHaveLength(1);
  });

  it('[MX-12] is sent again once only', async () => {
    expect(await callOf('set', 2, trusted)).toMatchObject({ message: 'Connection closed', code: 'TOOL_EXECUTION' });
    expect(server.of('tools/call')).toHaveLength(2);
  });

  it('[MX-12] is not sent again when the turn is over', async () => {
    const turn = new AbortController();
    const reason = new Error('user left');
    server.on('initialize', (params) => {
      if (server.connections === 2) turn.abort(reason);
      return { protocolVersion: params['protocolVersion'], capabilities: { tools: {} }, serverInfo: server.serverInfo };
    });
    expect(await callOf('set', 1, trusted, new ToolContext({}, { signal: turn.signal }))).toBe(reason);
    expect(server.of('tools/call')).toHaveLength(1);
  });

  it('[MX-12] is not sent again after a mere timeout', async () => {
    server.on('tools/call', () => NO_ANSWER);
    const client = server.client().requestTimeout(50).trusted(true).build();
    clients.push(client);
    const [set] = await McpToolCallbackProvider.builder().addMcpClient(client).build().toolCallbacks();
    await expect(set?.call('{}')).rejects.toThrow('Request timed out');
    expect([server.of('tools/call').length, server.connections]).toEqual([1, 1]);
  });

  it('[MX-12] ends as an error for the model if the server does not come back', async () => {
    server.on('initialize', (params) => {
      if (server.connections > 1) throw new Error('still starting');
      return { protocolVersion: params['protocolVersion'], capabilities: { tools: {} }, serverInfo: server.serverInfo };
    });
    const failure = await callOf('set', 1, trusted);
    expect(failure).toBeInstanceOf(ToolExecutionException);
    expect(failure).toMatchObject({ message: "Failed to initialize MCP connection 'one': still starting" });
  });
});

describe('a tool that its server renamed without a word', () => {
  it('[MR-12] ends the turn that calls it by its old name, and is there by its new one in the next', async () => {
    server.on('tools/call', ({ name }) => {
      if (name === 'plain') throw Object.assign(new Error('Unknown tool: plain'), { code: -32_602 });
      return { content: [] };
    });
    const client = server.client().build();
    clients.push(client);
    const provider = McpToolCallbackProvider.builder().addMcpClient(client).build();
    const plain = (await provider.toolCallbacks()).find(({ originalToolName }) => originalToolName === 'plain');
    server.tools = [tool('renamed')];
    expect((await provider.toolCallbacks()).map(({ originalToolName }) => originalToolName)).toEqual([
      'set',
      'add',
      'plain',
    ]);
    await expect(plain?.call('{}')).rejects.toMatchObject({ code: -32_602, message: 'Unknown tool: plain' });
    const [renamed, ...others] = await provider.toolCallbacks();
    expect([renamed?.definition.name, others]).toEqual(['renamed', []]);
    expect(await renamed?.call('{}')).toBe('[]');
    await until(() => server.of('tools/list').length === 2);
  });
});
