import { ProtocolError } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { RecordingLogProvider } from '@toolwright/core';
import {
  McpClient,
  type McpClientBuilder,
  type McpSchema,
  McpToolCallback,
  McpToolCallbackProvider,
  McpToolExecutionException,
  McpToolNamePrefixGenerator,
  ToolContextToMcpMetaConverter,
} from '@toolwright/mcp';
import { toolCall } from '@toolwright/testing';
import {
  FunctionToolCallback,
  ToolArgumentsException,
  ToolContext,
  ToolExecutionException,
  ToolMetadata,
} from '@toolwright/tools';
import { NO_ANSWER, ScriptedMcpServer, tool, WireError } from '../support/ScriptedMcpServer.js';
import { scripted } from '../support/scripted.js';
import { until } from '../support/until.js';

let log: RecordingLogProvider;
let server: ScriptedMcpServer;
const clients: McpClient[] = [];

beforeEach(() => {
  log = RecordingLogProvider.install();
  server = new ScriptedMcpServer().answering();
  server.tools = [tool('search')];
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  log.uninstall();
});

function connect(configure: (builder: McpClientBuilder) => McpClientBuilder = (builder) => builder): McpClient {
  const client = configure(server.client().requestTimeout(2000)).build();
  clients.push(client);
  return client;
}

function callbackOf(declared: McpSchema.Tool = tool('search'), client = connect()): McpToolCallback {
  return McpToolCallback.builder().mcpClient(client).tool(declared).build();
}

/** Lets the server answer calls with this result. */
function answer(result: Readonly<Record<string, unknown>>): void {
  server.on('tools/call', () => result);
}

function sent(): Readonly<Record<string, unknown>> {
  const [request] = server.of('tools/call').slice(-1);
  if (!request) throw new Error('No call was sent');
  return request.params;
}

describe('the definition of a remote tool', () => {
  function schemaOf(inputSchema: object): unknown {
    return JSON.parse(callbackOf(tool('t', { inputSchema })).definition.inputSchema);
  }

  it('[MR-01] has the generated name and the description of the server', () => {
    const callback = callbackOf(tool('my-tool'));
    expect(callback.definition).toMatchObject({ name: 'my_tool', description: 'Does my-tool.' });
    expect(callback.originalToolName).toBe('my-tool');
  });

  it('[MR-01] has a schema that is made valid and otherwise untouched', () => {
    expect(schemaOf({})).toEqual({ type: 'object', properties: {} });
    expect(schemaOf({ type: 'object' })).toEqual({ type: 'object', properties: {} });
    expect(schemaOf({ properties: { a: {} } })).toEqual({ type: 'object', properties: { a: {} } });
    const full = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' }, b: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      $defs: { A: { type: 'string' } },
      additionalProperties: false,
    };
    expect(callbackOf(tool('t', { inputSchema: full })).definition.inputSchema).toBe(JSON.stringify(full));
  });

  it('[MR-21] needs client and tool, and is not returned directly', () => {
    const builder = McpToolCallback.builder();
    expect(() => builder.build()).toThrow('MCP client must not be null');
    expect(() => builder.mcpClient(null as never)).toThrow('MCP client must not be null');
    expect(() => builder.mcpClient(connect()).build()).toThrow('MCP tool must not be null');
    expect(() => builder.tool(null as never)).toThrow('MCP tool must not be null');
    expect(() => builder.toolContextToMcpMetaConverter(null as never)).toThrow(
      'ToolContextToMcpMetaConverter must not be null',
    );
    expect(callbackOf().metadata.returnDirect).toBe(false);
  });
});

describe('calling a remote tool', () => {
  it('[MR-02] sends the name of the server and the parsed arguments', async () => {
    const other = new ScriptedMcpServer().answering();
    other.tools = [tool('search')];
    const second = other.client('two').build();
    clients.push(second);
    const provider = McpToolCallbackProvider.builder().mcpClients([connect(), second]).build();
    const [, renamed] = await provider.toolCallbacks();
    expect(renamed?.definition.name).toBe('alt_1_search');
    expect(await renamed?.call('{"query":"x","limit":3}')).toBe('[{"type":"text","text":"ok"}]');
    expect(other.of('tools/call')[0]?.params).toEqual({ name: 'search', arguments: { query: 'x', limit: 3 } });
  });

  it.each([null, '', '  '])('[MR-03] sends an empty object for the input %j and warns', async (input) => {
    await callbackOf(tool('my-tool')).call(input as string);
    expect(sent()).toEqual({ name: 'my-tool', arguments: {} });
    expect(log.messages('warn')).toEqual([
      'Tool call arguments are null or empty for MCP tool: my-tool. Using empty JSON object as default.',
    ]);
  });

  it.each([
    [
      '{"a":',
      "Arguments of tool 'search' are not valid JSON (position 5). Send one JSON object that matches the tool's schema.",
    ],
    ['[1]', 'arguments must be a JSON object'],
    ['"text"', 'arguments must be a JSON object'],
  ])('[MR-04] [TX-06] answers the input %s with an error that the model can correct', async (input, message) => {
    const failure: unknown = await callbackOf()
      .call(input)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolArgumentsException);
    expect(failure).toMatchObject({ phase: 'arguments', message });
    expect(server.of('tools/call')).toEqual([]);
  });

  it.each([
    ['```json\n{"query":"x"}\n```', { query: 'x' }],
    ['{"query":"x"}<|im_end|>', { query: 'x' }],
    ['null', {}],
    ['""', {}],
  ])('[TX-06] forgives what other tools forgive: %j', async (input, args) => {
    await callbackOf().call(input);
    expect(sent()['arguments']).toEqual(args);
  });

  it('[MR-09] gives the content as JSON', async () => {
    answer({
      content: [
        { type: 'text', text: 'First content' },
        { type: 'text', text: 'Second content' },
      ],
    });
    const callback = callbackOf();
    expect(await callback.call('{}')).toBe(
      '[{"type":"text","text":"First content"},{"type":"text","text":"Second content"}]',
    );
    answer({ content: [] });
    expect(await callback.call('{}')).toBe('[]');
    answer({ content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] });
    expect(await callback.call('{}')).toBe('[{"type":"image","data":"aGk=","mimeType":"image/png"}]');
  });

  it('[MR-10] gives structured content when there is no other, and hands all of it to listeners', async () => {
    const results: McpSchema.CallToolResult[] = [];
    const callback = McpToolCallback.builder()
      .mcpClient(connect())
      .tool(tool('search'))
      .resultListener((result) => results.push(result))
      .build();
    answer({ content: [], structuredContent: { a: 1 } });
    expect(await callback.call('{}')).toBe('{"a":1}');
    answer({ content: [{ type: 'text', text: 'text' }], structuredContent: { a: 2 } });
    expect(await callback.call('{}')).toBe('[{"type":"text","text":"text"}]');
    expect(results).toEqual([
      { content: [], structuredContent: { a: 1 } },
      { content: [{ type: 'text', text: 'text' }], structuredContent: { a: 2 } },
    ]);
  });

  it('[MR-11] throws with the texts of a result that is an error', async () => {
    answer({
      isError: true,
      content: [
        { type: 'text', text: 'No such city.' },
        { type: 'text', text: 'Try Oslo.' },
      ],
    });
    const callback = callbackOf();
    const failure: unknown = await callback.call('{}').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolExecutionException);
    expect(failure).toMatchObject({
      toolDefinition: callback.definition,
      message: 'Error calling tool: No such city.\nTry Oslo.',
      cause: { message: 'Error calling tool: No such city.\nTry Oslo.' },
    });
    answer({ isError: true, content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] });
    await expect(callback.call('{}')).rejects.toThrow(
      'Error calling tool: [{"type":"image","data":"aGk=","mimeType":"image/png"}]',
    );
    answer({ isError: false, content: [{ type: 'text', text: 'fine' }] });
    expect(await callback.call('{}')).toBe('[{"type":"text","text":"fine"}]');
  });

  it('[MR-10] [PX-08] keeps the structured content of an error on the exception', async () => {
    answer({ isError: true, content: [{ type: 'text', text: 'no' }], structuredContent: { reason: 7 } });
    const failure: unknown = await callbackOf()
      .call('{}')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(McpToolExecutionException);
    expect((failure as McpToolExecutionException).result.structuredContent).toEqual({ reason: 7 });
  });

  it.each([
    [-32_603, 'Internal'],
    [-32_602, 'Unknown tool: search'],
  ])('[MR-12] lets an answer with the error %d end the turn, unwrapped', async (code, message) => {
    server.on('tools/call', () => {
      throw new WireError(code, message);
    });
    const failure: unknown = await callbackOf()
      .call('{}')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProtocolError);
    expect(failure).toMatchObject({ code, message });
    expect(failure).not.toBeInstanceOf(ToolExecutionException);
    const model = scripted(toolCall('search'), 'never');
    const provider = McpToolCallbackProvider.builder().addMcpClient(connect()).build();
    const turn = ChatClient.create(model).prompt().user('q').tools(provider).call().content();
    await expect(turn).rejects.toMatchObject({ code, message });
    expect(model.prompts).toHaveLength(1);
  });

  it('[MR-13] tells the model of a timeout', async () => {
    server.on('tools/call', () => NO_ANSWER);
    const failure: unknown = await callbackOf(
      tool('search'),
      connect((builder) => builder.requestTimeout(40)),
    )
      .call('{}')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolExecutionException);
    expect(failure).toMatchObject({ message: 'Request timed out', cause: { code: 'MCP_TRANSPORT' } });
  });

  it('[MR-13] tells the model of a connection that closes during the call', async () => {
    server.on('tools/call', async () => {
      await server.disconnect();
      return NO_ANSWER;
    });
    const failure: unknown = await callbackOf()
      .call('{}')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolExecutionException);
    expect(failure).toMatchObject({ message: 'Connection closed', cause: { code: 'MCP_TRANSPORT' } });
  });

  it('[MR-13] tells the model of an answer that is none', async () => {
    const callback = callbackOf();
    answer({ content: 'text' });
    await expect(callback.call('{}')).rejects.toBeInstanceOf(ToolExecutionException);
    server.on('tools/call', () => ['no object']);
    const failure: unknown = await connect((builder) => builder.requestTimeout(50))
      .callTool({ name: 'search', arguments: {} })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'MCP_TRANSPORT' });
  });

  it('[MR-13] ends the whole call when its signal fires', async () => {
    server.on('tools/call', () => NO_ANSWER);
    const controller = new AbortController();
    const reason = new Error('user left');
    const call = callbackOf().call('{}', new ToolContext({}, { signal: controller.signal }));
    await until(() => server.of('tools/call').length === 1);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it('[MR-14] lets a demand to open an address end the turn, with the addresses', async () => {
    const elicitations = [{ mode: 'url', elicitationId: 'e1', url: 'https://example.com/login', message: 'Log in' }];
    server.on('tools/call', () => {
      throw new WireError(-32_042, 'URL elicitation required', { elicitations });
    });
    await expect(callbackOf().call('{}')).rejects.toMatchObject({ code: -32_042, elicitations });
  });

  it('[MR-15] cancels a call that takes too long, and stays usable', async () => {
    let late: (() => void) | undefined;
    server.on('tools/call', (_params, { id }) =>
      late
        ? { content: [] }
        : new Promise((resolve) => {
            late = () => resolve({ content: [{ type: 'text', text: `late ${id}` }] });
          }),
    );
    const callback = callbackOf(
      tool('search'),
      connect((builder) => builder.requestTimeout(50)),
    );
    await expect(callback.call('{}')).rejects.toThrow('Request timed out');
    await until(() => server.notifications.some(({ method }) => method === 'notifications/cancelled'));
    const { id } = server.of('tools/call')[0] ?? {};
    expect(server.notifications.filter(({ method }) => method === 'notifications/cancelled')).toMatchObject([
      { params: { requestId: id } },
    ]);
    late?.();
    expect(await callback.call('{}')).toBe('[]');
    expect(server.connections).toBe(1);
  });

  it('[MR-16] lets progress extend the time, but not past the total', async () => {
    server.on('tools/call', async ({ _meta }) => {
      const { progressToken } = _meta as { progressToken: unknown };
      for (let progress = 1; progress <= 6; progress += 1) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        await server.notify('notifications/progress', { progressToken, progress });
      }
      return { content: [] };
    });
    const patient = connect((builder) => builder.requestTimeout(200).resetTimeoutOnProgress(true));
    expect(await callbackOf(tool('search'), patient).call('{}')).toBe('[]');
    const bounded = connect((builder) => builder.requestTimeout(200).resetTimeoutOnProgress(true).maxTotalTimeout(150));
    await expect(callbackOf(tool('search'), bounded).call('{}')).rejects.toBeInstanceOf(ToolExecutionException);
    const strict = connect((builder) => builder.requestTimeout(200));
    server.on('tools/call', () => NO_ANSWER);
    await expect(callbackOf(tool('search'), strict).call('{}')).rejects.toThrow('Request timed out');
  });

  it('[MR-16] lets the limit of the tool win', async () => {
    server.on('tools/call', () => NO_ANSWER);
    const callback = McpToolCallback.builder()
      .mcpClient(connect((builder) => builder.requestTimeout(60_000)))
      .tool(tool('search'))
      .toolMetadata(ToolMetadata.builder().attributes({ timeout: 40 }).build())
      .build();
    await expect(callback.call('{}')).rejects.toThrow('Request timed out');
  });

  it('[MR-17] validates structured content, whichever page the tool came from', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    server.on('tools/list', ({ cursor }) =>
      cursor === undefined
        ? { tools: [tool('first', { outputSchema })], nextCursor: '2' }
        : { tools: [tool('second', { outputSchema })] },
    );
    const provider = McpToolCallbackProvider.builder().addMcpClient(connect()).build();
    for (const callback of await provider.toolCallbacks()) {
      answer({ content: [{ type: 'text', text: '{}' }] });
      const name = callback.originalToolName;
      await expect(callback.call('{}')).rejects.toMatchObject({
        code: 'TOOL_EXECUTION',
        message: `The result of tool '${name}' of MCP connection 'one' has no structured content, which its output schema demands`,
      });
      answer({ content: [], structuredContent: { n: 'x' } });
      await expect(callback.call('{}')).rejects.toMatchObject({
        code: 'TOOL_EXECUTION',
        message: `The result of tool '${name}' of MCP connection 'one' breaks its output schema: result/n must be number`,
      });
      answer({ content: [], structuredContent: { n: 1 } });
      expect(await callback.call('{}')).toBe('{"n":1}');
    }
  });

  it('[MR-18] cancels at the server when the chat call is aborted, and starts no further tool', async () => {
    server.tools = [tool('search'), tool('other')];
    server.on('tools/call', () => NO_ANSWER);
    const controller = new AbortController();
    const model = scripted([toolCall('search'), toolCall('other')], 'never');
    const provider = McpToolCallbackProvider.builder().addMcpClient(connect()).build();
    const turn = ChatClient.create(model)
      .prompt()
      .user('q')
      .tools(provider)
      .call({ signal: controller.signal })
      .content();
    turn.catch(() => undefined);
    await until(() => server.of('tools/call').length > 0);
    const before = server.of('tools/call').length;
    controller.abort(new Error('user left'));
    await expect(turn).rejects.toThrow('user left');
    await until(() => server.notifications.filter(({ method }) => method.endsWith('cancelled')).length === before);
    expect(server.of('tools/call')).toHaveLength(before);
    expect(model.prompts).toHaveLength(1);
  });

  it('[MR-19] runs calls of one connection at the same time and matches answers in any order', async () => {
    const waiting: (() => void)[] = [];
    server.on('tools/call', ({ arguments: given }) => {
      const { n } = given as { n: number };
      return new Promise((resolve) => waiting.push(() => resolve({ content: [{ type: 'text', text: `${n}` }] })));
    });
    const callback = callbackOf();
    const calls = [1, 2, 3, 4, 5].map((n) => callback.call(JSON.stringify({ n })));
    await until(() => waiting.length === 5);
    for (const release of waiting.reverse()) release();
    expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 5].map((n) => `[{"type":"text","text":"${n}"}]`));
    expect(server.connections).toBe(1);
  });

  it('[PX-06] sends arguments that break the schema', async () => {
    const inputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    await callbackOf(tool('t', { inputSchema })).call('{"n":"text","extra":true}');
    expect(sent()['arguments']).toEqual({ n: 'text', extra: true });
  });

  it('[PX-07] passes on content of every type, unknown ones too', async () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///b', text: 'b' } },
      { type: 'hologram', shape: 'cube' },
    ];
    answer({ content });
    expect(JSON.parse(await callbackOf().call('{}'))).toEqual(content);
  });
});

describe('the tool context as _meta', () => {
  async function metaOf(
    context: Readonly<Record<string, unknown>> | undefined,
    configure?: (builder: McpClientBuilder) => McpClientBuilder,
    converter?: ToolContextToMcpMetaConverter,
  ): Promise<unknown> {
    const builder = McpToolCallback.builder().mcpClient(connect(configure)).tool(tool('search'));
    if (converter) builder.toolContextToMcpMetaConverter(converter);
    await builder.build().call('{}', context && new ToolContext(context));
    return sent()['_meta'];
  }

  const remote = (builder: McpClientBuilder): McpClientBuilder => builder.transport(server.factory({ local: false }));

  it('[MR-05] is sent without the exchange and without null', async () => {
    const context = { a: 1, n: null, u: undefined, e: '', exchange: {}, m: { k: 2 }, 'x.y z@w': true };
    expect(await metaOf(context)).toEqual({ a: 1, e: '', m: { k: 2 }, 'x.y z@w': true });
    expect(Object.keys(context)).toHaveLength(7);
    expect(await metaOf({})).toEqual({});
    expect(await metaOf(undefined)).toBeUndefined();
  });

  it('[MR-06] holds plain JSON only, with one warning per key', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const context = { ok: [1], f: () => 1, s: Symbol('s'), d: new Date(0), c: cycle, deep: { at: new Map() } };
    const callback = callbackOf();
    await callback.call('{}', new ToolContext(context));
    await callback.call('{}', new ToolContext(context));
    expect(sent()['_meta']).toEqual({ ok: [1] });
    expect(log.messages('warn')).toEqual(
      ['f', 's', 'd', 'c', 'deep'].map(
        (key) => `The value of tool context key '${key}' is no plain JSON value and is not sent to MCP servers.`,
      ),
    );
  });

  it('[MR-06] leaves out the prefixes that the protocol reserves', async () => {
    const context = { 'io.modelcontextprotocol/x': 1, 'dev.mcp/y': 2, 'mcp.example/z': 3, 'example.com/w': 4 };
    expect(await metaOf(context)).toEqual({ 'mcp.example/z': 3, 'example.com/w': 4 });
  });

  it('[MR-06] is not sent to other machines, which is said once', async () => {
    const callback = callbackOf(tool('search'), connect(remote));
    await callback.call('{}', new ToolContext({ token: 'secret' }));
    await callback.call('{}', new ToolContext({ token: 'secret' }));
    expect(sent()['_meta']).toEqual({});
    expect(log.messages('warn')).toEqual([
      "The tool context is not sent to MCP connection 'one', because its server is on another machine. " +
        'Set mcp.client.tool-context-meta, or tool-context-meta of the connection, to all, none or a list of keys.',
    ]);
  });

  it('[MR-06] follows the policy of the connection, then the common one', async () => {
    const context = { tenant: 't', token: 'secret' };
    expect(await metaOf(context, (builder) => remote(builder).toolContextMeta('all'))).toEqual(context);
    expect(await metaOf(context, (builder) => remote(builder).toolContextMeta(['tenant']))).toEqual({ tenant: 't' });
    expect(await metaOf(context, (builder) => builder.toolContextMeta('none'))).toEqual({});
    const common = ToolContextToMcpMetaConverter.defaultConverter(['tenant']);
    expect(await metaOf(context, remote, common)).toEqual({ tenant: 't' });
    expect(await metaOf(context, (builder) => builder.toolContextMeta('none'), common)).toEqual({});
    expect(log.messages('warn')).toEqual([]);
  });

  it('[MR-07] carries a progress token of the application, whose progress reaches every handler', async () => {
    const seen: unknown[] = [];
    server.on('tools/call', async ({ _meta }) => {
      const { progressToken } = _meta as { progressToken: unknown };
      await server.notify('notifications/progress', { progressToken, progress: 1, total: 2 });
      return { content: [] };
    });
    const meta = await metaOf({ progressToken: 't1' }, (builder) =>
      builder
        .progressConsumer((notification) => void seen.push(['first', notification]))
        .progressConsumer((notification) => void seen.push(['second', notification])),
    );
    expect(meta).toEqual({ progressToken: 't1' });
    const notification = { progressToken: 't1', progress: 1, total: 2 };
    expect(seen).toEqual([
      ['first', notification],
      ['second', notification],
    ]);
    expect(log.entries).toEqual([]);
  });

  it('[MR-08] is what the converter makes of it', async () => {
    expect(await metaOf({ a: 1 }, undefined, ToolContextToMcpMetaConverter.noOp())).toEqual({});
    class Own extends ToolContextToMcpMetaConverter {
      override convert(context: ToolContext): Readonly<Record<string, unknown>> {
        return { keys: Object.keys(context.context), exchange: 'kept' };
      }
    }
    expect(await metaOf({ a: 1 }, undefined, new Own())).toEqual({ keys: ['a'], exchange: 'kept' });
  });
});

describe('remote tools in a chat client', () => {
  it('[MP-15] collide with a local tool of their name, whichever comes first', async () => {
    const local = FunctionToolCallback.builder('search', () => 'local')
      .inputType(Object)
      .build();
    const provider = McpToolCallbackProvider.builder().addMcpClient(connect()).build();
    for (const tools of [
      [local, provider],
      [provider, local],
    ]) {
      const model = scripted('never');
      const turn = ChatClient.create(model)
        .prompt()
        .user('q')
        .tools(...tools)
        .call()
        .content();
      await expect(turn).rejects.toThrow('Multiple tools with the same name (search)');
      expect(model.prompts).toEqual([]);
    }
  });

  it('[MF-07] cannot be called when they were filtered out', async () => {
    server.tools = [tool('search'), tool('delete_all')];
    const provider = McpToolCallbackProvider.builder()
      .addMcpClient(connect())
      .toolFilter((_connection, { name }) => name !== 'delete_all')
      .build();
    const model = scripted(toolCall('delete_all'), 'I cannot.');
    expect(await ChatClient.create(model).prompt().user('q').tools(provider).call().content()).toBe('I cannot.');
    expect(server.of('tools/call')).toEqual([]);
    expect(JSON.stringify(model.prompts[1])).toContain("Unknown tool 'delete_all'");
  });

  it('are listed when a call starts, not before', async () => {
    const provider = McpToolCallbackProvider.builder()
      .addMcpClient(connect())
      .toolNamePrefixGenerator(McpToolNamePrefixGenerator.noPrefix())
      .build();
    const model = scripted(toolCall('search', { q: 1 }), 'Found.');
    const client = ChatClient.builder(model).defaultTools(provider).build();
    const prompt = client.prompt().user('q');
    expect(server.requests).toEqual([]);
    expect(await prompt.call().content()).toBe('Found.');
    expect(server.of('tools/list')).toHaveLength(1);
    expect(sent()).toEqual({ name: 'search', arguments: { q: 1 }, _meta: {} });
  });
});
