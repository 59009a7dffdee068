import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  type McpClient,
  type McpClientBuilder,
  McpClientHandlerRegistry,
  McpElicitation,
  type McpElicitationRequest,
  McpLogging,
  McpProgress,
  McpPromptListChanged,
  McpResourceListChanged,
  McpSampling,
  type McpSamplingRequest,
  type McpSchema,
  McpToolCallbackProvider,
  McpToolListChanged,
  type StructuredElicitResult,
} from '@toolwright/mcp';
import { NO_ANSWER, ScriptedMcpServer, tool } from '../support/ScriptedMcpServer.js';
import { until } from '../support/until.js';

let log: RecordingLogProvider;
let server: ScriptedMcpServer;
const clients: McpClient[] = [];

beforeEach(() => {
  log = RecordingLogProvider.install();
  server = new ScriptedMcpServer().answering();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  log.uninstall();
});

async function connect(configure: (builder: McpClientBuilder) => McpClientBuilder): Promise<McpClient> {
  const client = configure(server.client().requestTimeout(2000)).build();
  clients.push(client);
  await client.initialize();
  return client;
}

/** Connects with the decorated methods of these objects. */
function withHandlers(...objects: readonly object[]): Promise<McpClient> {
  return connect((builder) => builder.handlers(McpClientHandlerRegistry.of(...objects).handlersOf('one')));
}

function advertised(): unknown {
  return server.of('initialize')[0]?.params['capabilities'];
}

const answer: McpSchema.CreateMessageResult = {
  model: 'm',
  role: 'assistant',
  content: { type: 'text', text: 'Hi.' },
};

describe('handlers of notifications', () => {
  const seen: unknown[][] = [];

  beforeEach(() => {
    seen.length = 0;
  });

  class Logs {
    @McpLogging()
    whole(notification: McpSchema.LoggingMessageNotification['params']): void {
      seen.push(['whole', notification]);
    }

    @McpLogging()
    async parts(level: McpSchema.LoggingLevel, logger: string, data: string): Promise<void> {
      await Promise.resolve();
      seen.push(['parts', level, logger, data]);
    }

    @McpProgress()
    progress(notification: McpSchema.ProgressNotification['params']): void {
      seen.push(['progress', notification]);
    }

    @McpProgress()
    percent(progress: number, progressToken: string, total: string): void {
      seen.push(['percent', progress, progressToken, total]);
    }
  }

  it('[MA-12] get the notification or its parts, and all of them run', async () => {
    await withHandlers(new Logs());
    await server.notify('notifications/message', { level: 'info', logger: 'db', data: 'slow' });
    await server.notify('notifications/message', { level: 'error', data: { a: 1 } });
    await server.notify('notifications/progress', { progressToken: 't', progress: 1, total: 4 });
    await server.notify('notifications/progress', { progressToken: 't', progress: 2 });
    await until(() => seen.length === 8);
    const of = (name: string): readonly unknown[] => seen.filter(([kind]) => kind === name).map(([, ...rest]) => rest);
    expect(of('whole')).toEqual([
      [{ level: 'info', logger: 'db', data: 'slow' }],
      [{ level: 'error', data: { a: 1 } }],
    ]);
    expect(of('parts')).toEqual([
      ['info', 'db', 'slow'],
      ['error', null, '{"a":1}'],
    ]);
    expect(of('progress')).toEqual([
      [{ progressToken: 't', progress: 1, total: 4 }],
      [{ progressToken: 't', progress: 2 }],
    ]);
    expect(of('percent')).toEqual([
      [1, 't', '4'],
      [2, 't', null],
    ]);
  });

  it('[MA-12] do not disturb each other when one fails', async () => {
    class Failing {
      @McpLogging()
      broken(_notification: object): void {
        throw new Error('oops');
      }
    }
    await withHandlers(new Failing(), new Logs());
    await server.notify('notifications/message', { level: 'info', data: 'x' });
    await until(() => seen.length === 2);
    await until(() => log.messages('error').length > 0);
    expect(log.messages('error')).toEqual([
      "Error invoking logging consumer method: broken (MCP connection 'one'): oops",
    ]);
  });

  it('[MA-12] with another shape fail at the start', () => {
    class TwoParts {
      @McpLogging()
      log(_level: string, _data: string): void {}
    }
    class WrongType {
      @McpProgress()
      progress(_progress: string, _token: string, _total: string): void {}
    }
    expect(() => McpClientHandlerRegistry.of(new TwoParts())).toThrow(
      'Method must have either 1 parameter (LoggingMessageNotification) or 3 parameters (LoggingLevel, String, String): ' +
        'log in TwoParts has 2 parameters',
    );
    expect(() => McpClientHandlerRegistry.of(new WrongType())).toThrow(
      'Method must have either 1 parameter (ProgressNotification) or 3 parameters (Double, String, String): ' +
        'progress in WrongType has 3 parameters',
    );
  });

  it('[MA-17] get the complete new list, after caches were invalidated', async () => {
    const lists: unknown[] = [];
    const listing: { provider?: McpToolCallbackProvider } = {};
    class Changes {
      @McpToolListChanged()
      async tools(tools: McpSchema.Tool[]): Promise<void> {
        const listed = (await listing.provider?.toolCallbacks()) ?? [];
        lists.push(['tools', tools.map(({ name }) => name), listed.map(({ definition }) => definition.name)]);
      }

      @McpToolListChanged()
      again(tools: McpSchema.Tool[]): void {
        lists.push(['again', tools.length]);
      }

      @McpResourceListChanged()
      resources(resources: McpSchema.Resource[]): void {
        lists.push(['resources', resources.map(({ uri }) => uri)]);
      }

      @McpPromptListChanged()
      prompts(prompts: McpSchema.Prompt[]): void {
        lists.push(['prompts', prompts.map(({ name }) => name)]);
      }
    }
    server.tools = [tool('a')];
    const client = await withHandlers(new Changes());
    listing.provider = McpToolCallbackProvider.builder().addMcpClient(client).build();
    await listing.provider.toolCallbacks();
    server.on('tools/list', ({ cursor }) =>
      cursor === undefined ? { tools: [tool('a')], nextCursor: '2' } : { tools: [tool('b')] },
    );
    server.on('resources/list', () => ({ resources: [{ uri: 'x://1', name: '1' }] }));
    server.on('prompts/list', () => ({ prompts: [{ name: 'p' }] }));
    await server.notify('notifications/tools/list_changed');
    await server.notify('notifications/resources/list_changed');
    await server.notify('notifications/prompts/list_changed');
    await until(() => lists.length === 4);
    expect(lists).toEqual(
      expect.arrayContaining([
        ['tools', ['a', 'b'], ['a', 'b']],
        ['again', 2],
        ['resources', ['x://1']],
        ['prompts', ['p']],
      ]),
    );
  });

  it('[MA-18] serve all connections unless they name some, which must exist', () => {
    class Everywhere {
      @McpLogging({ clients: [] })
      log(_notification: object): void {}
    }
    class Somewhere {
      @McpLogging({ clients: ['b', 'c'] })
      log(_notification: object): void {}
    }
    const registry = McpClientHandlerRegistry.of(new Everywhere(), new Somewhere());
    expect(['a', 'b', 'c'].map((name) => registry.handlersOf(name).logging.length)).toEqual([1, 2, 2]);
    registry.check(['a', 'b', 'c']);
    expect(() => registry.check(['a', 'b'])).toThrow(
      "Method 'log' of Somewhere names the MCP connection 'c', which does not exist. Known connections: a, b.",
    );
  });

  it('[MX-15] get at most 100 notifications per second; the rest is counted', async () => {
    let received = 0;
    const client = await connect((builder) =>
      builder.loggingConsumer(() => {
        received += 1;
      }),
    );
    for (let index = 0; index < 1000; index += 1) {
      await server.notify('notifications/message', { level: 'info', data: index });
    }
    await until(() => received + client.droppedNotifications === 1000);
    expect(received).toBeLessThanOrEqual(300);
    expect(client.droppedNotifications).toBeGreaterThanOrEqual(700);
    expect(log.messages('warn')[0]).toBe(
      "MCP connection 'one' sends more than 100 notifications per second; the rest is dropped.",
    );
  });

  it('[MX-15] relist once for a burst of changes', async () => {
    const lists: number[] = [];
    server.tools = [tool('a')];
    await connect((builder) => builder.toolsChangeConsumer((tools) => void lists.push(tools.length)));
    for (let index = 0; index < 20; index += 1) await server.notify('notifications/tools/list_changed');
    await until(() => lists.length > 0);
    expect(lists).toEqual([1]);
    expect(server.of('tools/list')).toHaveLength(1);
  });
});

describe('handlers of requests', () => {
  class Sampler {
    readonly requests: McpSamplingRequest[] = [];

    @McpSampling({ clients: 'one' })
    async sample(request: McpSamplingRequest): Promise<McpSchema.CreateMessageResult> {
      this.requests.push(request);
      return answer;
    }
  }

  const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'Hello?' } }], maxTokens: 10 };
  const form = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };

  it('[MA-13] let a server ask a model, with the connection in the request', async () => {
    const sampler = new Sampler();
    await withHandlers(sampler);
    expect(await server.ask('sampling/createMessage', sampling)).toMatchObject({ result: answer });
    expect(sampler.requests).toMatchObject([{ ...sampling, connectionName: 'one' }]);
  });

  it('[MA-13] let a server ask the user; omitted fields get their defaults', async () => {
    class Asks {
      @McpElicitation()
      ask(_request: McpElicitationRequest): StructuredElicitResult {
        return { action: 'accept', structuredContent: { name: 'Ada' }, meta: { by: 'user' } };
      }
    }
    await withHandlers(new Asks());
    const requestedSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer', default: 30 } },
    };
    expect(await server.ask('elicitation/create', { message: 'Who?', requestedSchema })).toMatchObject({
      result: { action: 'accept', content: { name: 'Ada', age: 30 }, _meta: { by: 'user' } },
    });
  });

  it('[MA-13] send content only with an acceptance', async () => {
    await connect((builder) => builder.elicitation(() => ({ action: 'decline', structuredContent: { name: 'x' } })));
    expect(await server.ask('elicitation/create', form)).toMatchObject({ result: { action: 'decline' } });
    expect(JSON.stringify(await server.ask('elicitation/create', form))).not.toContain('content');
  });

  it('[MA-13] are at most one per connection and kind', () => {
    class Second {
      @McpSampling()
      sample(_request: McpSamplingRequest): McpSchema.CreateMessageResult {
        return answer;
      }

      @McpElicitation()
      one(_request: McpElicitationRequest): StructuredElicitResult {
        return { action: 'cancel' };
      }

      @McpElicitation()
      two(_request: McpElicitationRequest): StructuredElicitResult {
        return { action: 'cancel' };
      }
    }
    const both = McpClientHandlerRegistry.of(new Sampler(), new Second());
    expect(() => both.check(['one'])).toThrow(
      'Found 2 sampling handlers for client [one], found in bean with names [Sampler, Second]. ' +
        'Only one @McpSampling handler is allowed per client',
    );
    expect(() => McpClientHandlerRegistry.of(new Second()).check(['x'])).toThrow(
      'Found 2 elicitation handlers for client [x], found in bean with names [Second]. ' +
        'Only one @McpElicitation handler is allowed per client',
    );
  });

  it('[MA-14] are missed with the reason', async () => {
    await connect((builder) => builder);
    for (const [method, params, name] of [
      ['sampling/createMessage', sampling, 'Sampling'],
      ['elicitation/create', form, 'Elicitation'],
    ] as const) {
      expect(await server.ask(method, params)).toMatchObject({
        error: {
          code: -32_601,
          message: `${name} not supported`,
          data: { reason: `Client does not have ${name.toLowerCase()} capability` },
        },
      });
    }
  });

  it('[MA-15] with a wrong signature fail at the start', () => {
    class Wrong {
      @McpSampling()
      sample(_a: object, _b: object): McpSchema.CreateMessageResult {
        return answer;
      }
    }
    class WrongType {
      @McpElicitation()
      ask(_name: string): StructuredElicitResult {
        return { action: 'cancel' };
      }
    }
    expect(() => McpClientHandlerRegistry.of(new Wrong())).toThrow(
      'Method must have exactly 1 parameter (CreateMessageRequest): sample in Wrong has 2 parameters',
    );
    expect(() => McpClientHandlerRegistry.of(new WrongType())).toThrow(
      'Method must have exactly 1 parameter (ElicitRequest): ask in WrongType has 1 parameter',
    );
  });

  it('[MA-16] refuse addresses unless they say that they can show them', async () => {
    const url = { mode: 'url', message: 'Log in', url: 'https://example.com', elicitationId: 'e' };
    await connect((builder) => builder.elicitation(() => ({ action: 'accept' })));
    expect(await server.ask('elicitation/create', url)).toMatchObject({ error: { code: -32_602 } });
    server = new ScriptedMcpServer();
    await connect((builder) => builder.elicitation(() => ({ action: 'accept' }), { urlMode: true }));
    expect(await server.ask('elicitation/create', url)).toMatchObject({ result: { action: 'accept' } });
  });

  it('[MX-16] answer ten requests during one call, and refuse more', async () => {
    const client = await withHandlers(new Sampler());
    const outcomes: unknown[] = [];
    server.on('tools/call', async () => {
      for (let index = 0; index < 12; index += 1) {
        outcomes.push('error' in (await server.ask('sampling/createMessage', sampling)));
      }
      return { content: [] };
    });
    await client.callTool({ name: 'a', arguments: {} });
    expect(outcomes).toEqual([...Array<boolean>(10).fill(false), true, true]);
    outcomes.length = 0;
    await client.callTool({ name: 'a', arguments: {} });
    expect(outcomes.filter((refused) => refused === false)).toHaveLength(10);
  });

  it('[MC-21] decide what is advertised', async () => {
    await withHandlers(new Sampler());
    expect(advertised()).toEqual({ sampling: {} });
    server = new ScriptedMcpServer();
    await connect((builder) => builder.elicitation(() => ({ action: 'cancel' })));
    expect(advertised()).toEqual({ elicitation: { form: { applyDefaults: true } } });
    server = new ScriptedMcpServer();
    await connect((builder) => builder.roots({ uri: 'file:///a', name: 'a' }));
    expect(advertised()).toEqual({ roots: { listChanged: true } });
    server = new ScriptedMcpServer();
    await connect((builder) => builder);
    expect(advertised()).toEqual({});
  });

  it('[MC-20] give roots, and tell of their change unless that is off', async () => {
    const told = (): number =>
      server.notifications.filter(({ method }) => method.endsWith('roots/list_changed')).length;
    const client = await connect((builder) => builder.roots({ uri: 'file:///a' }));
    expect(await server.ask('roots/list')).toMatchObject({ result: { roots: [{ uri: 'file:///a' }] } });
    await client.setRoots([{ uri: 'file:///b' }]);
    await until(() => told() === 1);
    expect(await server.ask('roots/list')).toMatchObject({ result: { roots: [{ uri: 'file:///b' }] } });
    server = new ScriptedMcpServer();
    const quiet = await connect((builder) => builder.roots({ uri: 'file:///a' }).rootChangeNotification(false));
    expect(advertised()).toEqual({ roots: { listChanged: false } });
    await quiet.setRoots([]);
    await quiet.ping();
    expect(told()).toBe(0);
  });
});

describe('the handshake', () => {
  it('[MA-19] is answered when the server calls back before it is over', async () => {
    let during: Promise<unknown> | undefined;
    server.on('initialize', ({ protocolVersion }) => {
      during = server.ask('ping');
      return { protocolVersion, capabilities: {}, serverInfo: { name: 's', version: '1' } };
    });
    await connect((builder) => builder);
    expect(await during).toMatchObject({ result: {} });
  });

  it('[MC-24] offers 2025-11-25 and takes older revisions', async () => {
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']) {
      server = new ScriptedMcpServer();
      server.protocolVersion = version;
      const client = await connect((builder) => builder);
      expect(server.of('initialize')[0]?.params['protocolVersion']).toBe('2025-11-25');
      expect(client.connectionInfo.initializeResult?.protocolVersion).toBe(version);
    }
  });

  it('[MC-24] fails with both revisions when the server knows another one only', async () => {
    server.protocolVersion = '1999-01-01';
    const failed = expect(connect((builder) => builder)).rejects;
    await failed.toThrow(/^Failed to initialize MCP connection 'one': .*1999-01-01.*2025-11-25/);
  });

  it('[MC-13] takes no longer than a request may', async () => {
    server.on('initialize', () => NO_ANSWER);
    await expect(connect((builder) => builder.requestTimeout(50))).rejects.toThrow(
      /^Failed to initialize MCP connection 'one': /,
    );
  });

  it('[MC-15] happens at the first use, once for concurrent uses, and again after it failed', async () => {
    let failures = 1;
    server.on('initialize', ({ protocolVersion }) => {
      failures -= 1;
      if (failures >= 0) throw new Error('starting up');
      return { protocolVersion, capabilities: {}, serverInfo: { name: 's', version: '1' } };
    });
    const client = server.client().requestTimeout(2000).build();
    clients.push(client);
    expect(server.connections).toBe(0);
    await expect(client.callTool({ name: 'a', arguments: {} })).rejects.toMatchObject({ code: 'MCP_CONNECTION' });
    await Promise.all([1, 2, 3].map(() => client.callTool({ name: 'a', arguments: {} })));
    expect(server.connections).toBe(2);
  });
});
