import { describe, expect, it } from '@jest/globals';
import {
  McpArg,
  McpClient,
  type McpClientBuilder,
  McpComplete,
  McpError,
  McpHttpServer,
  type McpHttpServerOptions,
  McpMeta,
  McpProgressToken,
  McpPrompt,
  McpRequest,
  McpRequestContext,
  McpResource,
  type McpSchema,
  McpServer,
  type McpServerSettings,
  McpTool,
  McpToolParam,
  McpToolUtils,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { FunctionToolCallback, type ToolContext } from '@toolwright/tools';
import { IsInt, Max } from 'class-validator';
import { closeAfterEachTest, closing, log } from '../support/openedInTest.js';
import { until } from '../support/until.js';

closeAfterEachTest();

/** A server with these objects over HTTP, and a client of it. */
async function serve(
  objects: readonly object[],
  settings: Partial<McpServerSettings> = {},
  options: McpHttpServerOptions = {},
  configure: (builder: McpClientBuilder) => McpClientBuilder = (builder) => builder,
): Promise<{ server: McpServer; client: McpClient; http: McpHttpServer }> {
  const server = new McpServer(settings).addObjects(...objects);
  const http = await new McpHttpServer(server, options).listen();
  const { origin, pathname } = new URL(http.url);
  const transport = streamableHttpTransport('test', { url: origin, endpoint: pathname });
  const client = configure(McpClient.builder('test').transport(transport).requestTimeout(5000)).build();
  closing.push(http, client);
  return { server, client, http };
}

async function toolOf(object: object, name: string): Promise<McpSchema.Tool | undefined> {
  const { client } = await serve([object]);
  return (await client.listTools()).find((tool) => tool.name === name);
}

async function call(
  client: McpClient,
  name: string,
  given: Record<string, unknown> = {},
  meta?: Record<string, unknown>,
) {
  return client.callTool({ name, arguments: given, meta });
}

function text(value: string, isError?: boolean): unknown {
  return { ...(isError !== undefined && { isError }), content: [{ type: 'text', text: value }] };
}

class Measure {
  @IsInt()
  @Max(10)
  amount!: number;
}

class Report {
  @IsInt()
  total!: number;
}

class Tools {
  @McpTool()
  zeta(): void {}

  @McpTool({ name: 'add', description: 'Adds.', title: 'Addition', annotations: { readOnlyHint: true } })
  add(@McpToolParam({ description: 'First' }) first: number, second = 1): number {
    return first + second;
  }

  @McpTool({ annotations: { title: 'From hints' } })
  titled(): null {
    return null;
  }

  @McpTool()
  hello(name: string): string {
    return `Hello ${name}`;
  }

  @McpTool()
  measure(measure: Measure): string {
    return `${measure instanceof Measure} ${measure.amount}`;
  }

  @McpTool({ generateOutputSchema: true })
  report(total: number): Report {
    return { total };
  }

  @McpTool({ generateOutputSchema: true, outputType: Report })
  async broken(): Promise<Report> {
    return { total: 'many' } as never;
  }

  @McpTool({ generateOutputSchema: true })
  list(): string[] {
    return ['a', 'b'];
  }

  @McpTool()
  fails(): void {
    throw new Error('Out of paper');
  }

  @McpTool()
  protocolError(): void {
    throw new McpError(-32_050, 'Special', { a: 1 });
  }

  @McpTool({ timeout: '30ms' })
  async slow(context: McpRequestContext): Promise<void> {
    await new Promise((resolve) => context.signal.addEventListener('abort', resolve, { once: true }));
  }

  @McpTool()
  whole(@McpRequest() request: { name: string; arguments?: object }): string {
    return JSON.stringify([request.name, request.arguments]);
  }

  @McpTool()
  injected(
    word: string,
    meta: McpMeta,
    context: McpRequestContext,
    @McpProgressToken() token: string | number | null,
  ): object {
    return [word, meta.get('a'), meta.get('none') ?? 'none', context.clientInfo?.title, token];
  }
}

describe('tools of a server', () => {
  it('[MS-09] are the marked methods by name, with their titles', async () => {
    const { client } = await serve([new Tools()]);
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'add',
      'broken',
      'fails',
      'hello',
      'injected',
      'list',
      'measure',
      'protocolError',
      'report',
      'slow',
      'titled',
      'whole',
      'zeta',
    ]);
    expect(tools.filter(({ name }) => ['add', 'titled', 'zeta'].includes(name)).map(({ title }) => title)).toEqual([
      'Addition',
      'From hints',
      'zeta',
    ]);
  });

  it('[MS-10] [MS-11] have a description and hints in any case', async () => {
    expect(await toolOf(new Tools(), 'zeta')).toMatchObject({
      description: 'zeta',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    });
    const add = await toolOf(new Tools(), 'add');
    expect(add?.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
  });

  it('[MS-12] carry _meta of a provider', async () => {
    class Meta {
      readonly meta = { team: 'a' };
    }
    class NeedsArgument {
      readonly meta = {};
      constructor(readonly value: string) {}
    }
    class Fails {
      get meta(): never {
        throw new Error('no');
      }
    }
    class With {
      @McpTool({ metaProvider: Meta })
      run(): void {}
    }
    expect((await toolOf(new With(), 'run'))?._meta).toEqual({ team: 'a' });
    for (const [provider, message] of [
      [NeedsArgument, 'Required no-arg constructor not found in NeedsArgument'],
      [Fails, 'Fails instantiation failed'],
    ] as const) {
      class Wrong {
        @McpTool({ metaProvider: provider })
        run(): void {}
      }
      expect(() => new McpServer().addObjects(new Wrong())).toThrow(message);
    }
  });

  it('[MS-13] [MS-14] have the schema of their parameters, without injected ones', async () => {
    expect((await toolOf(new Tools(), 'add'))?.inputSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { first: { type: 'number', description: 'First' }, second: { type: 'number' } },
      required: ['first'],
    });
    expect((await toolOf(new Tools(), 'zeta'))?.inputSchema).toMatchObject({ properties: {}, required: [] });
    expect(Object.keys((await toolOf(new Tools(), 'injected'))?.inputSchema.properties ?? {})).toEqual(['word']);
  });

  it('[MS-16] are not run with arguments that do not fit', async () => {
    const { client } = await serve([new Tools()]);
    for (const given of [{}, { first: 'x' }, { first: 1, third: 2 }]) {
      expect(await call(client, 'add', given)).toMatchObject({ isError: true });
    }
    expect(JSON.stringify(await call(client, 'add', { first: 'x' }))).toContain('first');
    expect(await call(client, 'measure', { measure: { amount: 7 } })).toEqual(text('true 7'));
    expect(await call(client, 'measure', { measure: { amount: 11 } })).toMatchObject({ isError: true });
  });

  it('[MS-17] [MS-19] are structured by the class that they return', async () => {
    const { client } = await serve([new Tools()]);
    expect(await call(client, 'report', { total: 3 })).toEqual({
      content: [{ type: 'text', text: '{"total":3}' }],
      structuredContent: { total: 3 },
    });
    expect(await call(client, 'list')).toMatchObject({ structuredContent: { result: ['a', 'b'] } });
    const tools = await client.listTools();
    expect(tools.find(({ name }) => name === 'report')?.outputSchema).toMatchObject({
      type: 'object',
      properties: { total: { type: 'integer' } },
    });
    expect(tools.find(({ name }) => name === 'hello')?.outputSchema).toBeUndefined();
    const broken = await call(client, 'broken');
    expect(broken).toMatchObject({ isError: true });
    expect(JSON.stringify(broken)).toContain("The result of tool 'broken' breaks its output schema");
  });

  it('[MS-18] answer with text', async () => {
    const { client } = await serve([new Tools()]);
    expect(await call(client, 'zeta')).toEqual(text('"Done"'));
    expect(await call(client, 'titled')).toEqual(text('null'));
    expect(await call(client, 'hello', { name: 'Ada' })).toEqual(text('Hello Ada'));
    expect(await call(client, 'add', { first: 2 })).toEqual(text('3'));
  });

  it('[MS-20] tell of their failure, in their words or not', async () => {
    const { client } = await serve([new Tools()]);
    expect(await call(client, 'fails')).toEqual(text('Out of paper', true));
    await expect(call(client, 'protocolError')).rejects.toMatchObject({
      code: -32_050,
      message: 'Special',
      data: { a: 1 },
    });
    const discreet = (await serve([new Tools()], { exposeErrorDetails: false })).client;
    expect(JSON.stringify(await call(discreet, 'fails'))).toMatch(/Tool execution failed. Reference: [0-9a-f-]{36}/);
    expect(log.messages('error')[0]).toMatch(/^Tool 'fails' failed. Reference: [0-9a-f-]{36}.$/);
  });

  it('[MS-21] are refused by the protocol when they are unknown', async () => {
    const { client } = await serve([new Tools()]);
    await expect(call(client, 'nope')).rejects.toMatchObject({ code: -32_602, message: 'Unknown tool: nope' });
  });

  it('[MS-30] get _meta and the progress token', async () => {
    const { client } = await serve([new Tools()]);
    expect(await call(client, 'injected', { word: 'w' }, { a: 1, progressToken: 't' })).toEqual(
      text('["w",1,"none","test","t"]'),
    );
    expect(await call(client, 'injected', { word: 'w' })).toEqual(text('["w",null,"none","test",null]'));
  });

  it('[PX-14] end at their own limit', async () => {
    const { client } = await serve([new Tools()]);
    expect(await call(client, 'slow')).toEqual(text('Tool timed out after 0.03s', true));
  });

  it('[MS-22] [MS-24] are tools of this framework too; the first of a name stays', async () => {
    const exchanges: unknown[] = [];
    const plain = FunctionToolCallback.builder('plain', (_input: object, context?: ToolContext) => {
      exchanges.push(McpToolUtils.getMcpExchange(context));
      return 'text';
    })
      .description('Plain.')
      .inputType(Object)
      .build();
    const again = FunctionToolCallback.builder('plain', () => 'other')
      .inputType(Object)
      .build();
    const failing = FunctionToolCallback.builder('failing', () => {
      throw new Error('no luck');
    })
      .inputType(Object)
      .build();
    const { server, client } = await serve([]);
    server.addToolCallbacks([plain, again, failing]);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['plain', 'failing']);
    const result = await call(client, 'plain');
    expect(result).toMatchObject({ isError: false });
    expect(JSON.stringify(result)).toContain('text');
    expect(exchanges[0]).toBeInstanceOf(McpRequestContext);
    expect(await call(client, 'failing')).toEqual(text('no luck', true));
  });

  it('[MS-24] give images where their type says so, and an error by its name where it has no message', async () => {
    const plain = (name: string, run: () => unknown): FunctionToolCallback =>
      FunctionToolCallback.builder(name, run).inputType(Object).build();
    const callbacks = [
      plain('chart', () => 'aW1hZ2U='),
      plain('table', () => 'a,b'),
      plain('number', () => ({ n: 1 })),
      plain('silent', () => {
        throw new RangeError();
      }),
    ];
    const { server, client } = await serve([]);
    server.addToolCallbacks(callbacks, { chart: 'image/png', table: 'text/csv' });
    expect(await call(client, 'chart')).toEqual({
      isError: false,
      content: [{ type: 'image', data: 'aW1hZ2U=', mimeType: 'image/png', annotations: { audience: ['assistant'] } }],
    });
    expect(await call(client, 'table')).toEqual(text('"a,b"', false));
    expect(await call(client, 'number')).toEqual(text('{"n":1}', false));
    expect(await call(client, 'silent')).toEqual(text('RangeError', true));
    expect(McpToolUtils.getMcpExchange(undefined)).toBeUndefined();
  });

  it('[MS-28] may change; sessions are told unless that is off', async () => {
    const lists: number[] = [];
    const listening = (builder: McpClientBuilder): McpClientBuilder =>
      builder.toolsChangeConsumer((tools) => void lists.push(tools.length));
    const { server, client } = await serve([new Tools()], {}, {}, listening);
    await client.listTools();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.features.removeTool('zeta')).toBe(true);
    await until(() => lists.length > 0);
    expect(lists).toEqual([12]);
    expect(await client.listTools()).toHaveLength(12);
  });

  it('[MS-35] are found when they are inherited, and must have names of their own', () => {
    class Child extends Tools {}
    expect(new McpServer().addObjects(new Child()).features.tools).toHaveLength(13);
    class Other {
      @McpTool({ name: 'add' })
      sum(): void {}
    }
    expect(() => new McpServer().addObjects(new Tools(), new Other())).toThrow(
      "Two tools have the name 'add': Tools.add and Other.sum. Rename one of them.",
    );
    class Nothing {}
    new McpServer().addObjects(new Nothing());
    expect(log.messages('warn')).toEqual(['No tool methods found in the provided tool objects: Nothing']);
  });
});

describe('a server', () => {
  it('[MS-01] needs name, version and endpoint', () => {
    expect(new McpServer().settings).toMatchObject({ name: 'mcp-server', version: '1.0.0', requestTimeout: 20_000 });
    expect(() => new McpServer({ name: ' ' })).toThrow('Name must not be empty');
    expect(() => new McpServer({ version: '' })).toThrow('Version must not be empty');
    expect(() => new McpHttpServer(new McpServer(), { endpoint: '' })).toThrow('MCP endpoint must not be empty');
  });

  it('[MS-06] [MS-07] [MS-08] says what it can, and how to use it', async () => {
    const { client } = await serve([new Tools()], { instructions: 'Be kind.' });
    expect(await client.initialize()).toMatchObject({
      instructions: 'Be kind.',
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
    });
    const none = { tool: false, resource: false, prompt: false, completion: false };
    const bare = (await serve([new Tools()], { capabilities: none })).client;
    expect((await bare.initialize()).capabilities).toEqual({ logging: {} });
    await expect(bare.request('tools/list', undefined)).rejects.toMatchObject({ code: -32_601 });
  });

  it('[MS-29] without sessions takes every request by itself', async () => {
    const { client, http } = await serve([new Tools()], {}, { stateless: true });
    expect((await client.initialize()).capabilities).toEqual({
      tools: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      prompts: { listChanged: false },
      completions: {},
    });
    expect(await call(client, 'hello', { name: 'Ada' })).toEqual(text('Hello Ada'));
    expect(http.sessionCount).toBe(0);
    for (const method of ['GET', 'DELETE']) expect((await fetch(http.url, { method })).status).toBe(405);
  });

  class Talk {
    @McpTool()
    async progress(context: McpRequestContext): Promise<void> {
      await context.progress(50);
      await context.progress({});
      await expect(context.progress(101)).rejects.toThrow('Percentage must be between 0 and 100');
    }

    @McpTool()
    async logs(context: McpRequestContext): Promise<void> {
      await context.debug('d');
      await context.info('i');
      await context.warn('w');
      await context.error('e');
      await context.log({ message: 'm', logger: 'mine' });
      await expect(context.info(' ')).rejects.toThrow('Log message must not be empty');
    }

    @McpTool()
    async asks(context: McpRequestContext): Promise<string> {
      const { action, structuredContent } = await context.elicit(Report);
      const { content } = await context.sample('One', 'Two');
      const roots = await context.roots();
      return JSON.stringify([action, structuredContent, content, roots]);
    }

    @McpTool()
    async enabled(context: McpRequestContext): Promise<string> {
      const failures = await Promise.allSettled([context.elicit(Report), context.sample('x'), context.roots()]);
      return JSON.stringify([
        [context.elicitEnabled, context.sampleEnabled, context.rootsEnabled],
        failures.map((failure) => (failure.status === 'rejected' ? (failure.reason as Error).message : '')),
      ]);
    }
  }

  it('[MS-32] reports progress to clients that asked for it', async () => {
    const seen: unknown[] = [];
    const { client } = await serve([new Talk()], {}, {}, (builder) =>
      builder.progressConsumer((notification) => void seen.push(notification)),
    );
    expect(await call(client, 'progress', {}, { progressToken: 'p' })).toEqual(text('"Done"'));
    expect(seen).toEqual([
      { progressToken: 'p', progress: 0.5, total: 1 },
      { progressToken: 'p', progress: 0, total: 1 },
    ]);
    await call(client, 'progress');
    expect(seen).toHaveLength(2);
    expect(log.messages('warn')[0]).toContain('the request has no progress token');
  });

  it('[MS-33] logs to clients from the level that they set', async () => {
    const seen: unknown[] = [];
    const { client } = await serve([new Talk()], {}, {}, (builder) =>
      builder.loggingConsumer(({ level, data, logger }) => void seen.push([level, data, logger])),
    );
    expect(await call(client, 'logs')).toEqual(text('"Done"'));
    expect(seen).toEqual([
      ['debug', 'd', undefined],
      ['info', 'i', undefined],
      ['warning', 'w', undefined],
      ['error', 'e', undefined],
      ['info', 'm', 'mine'],
    ]);
    await client.setLoggingLevel('warning');
    seen.length = 0;
    await call(client, 'logs');
    expect(seen.map((entry) => (entry as unknown[])[0])).toEqual(['warning', 'error']);
  });

  it('[MS-34] asks clients that can be asked', async () => {
    const asked: unknown[] = [];
    const { client } = await serve([new Talk()], {}, {}, (builder) =>
      builder
        .elicitation((request) => {
          asked.push(request);
          return { action: 'accept', structuredContent: { total: 1 } };
        })
        .sampling((request) => {
          asked.push(request);
          return { model: 'm', role: 'assistant', content: { type: 'text', text: 'Hi' } };
        })
        .roots({ uri: 'file:///x' }),
    );
    expect(await call(client, 'asks')).toEqual(
      text('["accept",{"total":1},{"type":"text","text":"Hi"},[{"uri":"file:///x"}]]'),
    );
    expect(asked).toMatchObject([
      {
        message: 'Please provide the required information.',
        requestedSchema: { properties: { total: { type: 'integer' } } },
      },
      { maxTokens: 500, includeContext: 'none', messages: [{ role: 'user' }, { role: 'user' }] },
    ]);
    expect(JSON.stringify(asked[0])).not.toContain('$schema');
  });

  it('[MS-34] says which questions a client does not take', async () => {
    const { client } = await serve([new Talk()]);
    expect(await call(client, 'enabled')).toEqual(
      text(
        JSON.stringify([
          [false, false, false],
          ['Elicitation', 'Sampling', 'Roots'].map(
            (what) => `${what} not supported by the client: toolwright-mcp-client - test`,
          ),
        ]),
      ),
    );
  });
});

describe('resources and prompts of a server', () => {
  class Texts {
    @McpResource({ uri: 'a://text', title: 'Text', description: 'A text.', annotations: { priority: 1 } })
    plain(uri: string): string {
      return `at ${uri}`;
    }

    @McpResource({ uri: 'a://nothing' })
    nothing(): null {
      return null;
    }

    @McpResource({ uri: 'a://fails' })
    fails(): string {
      throw new Error('outer', { cause: new Error('disk full') });
    }

    @McpResource({ uri: 'a://picture', mimeType: 'image/png' })
    picture(): string[] {
      return ['AAAA'];
    }

    @McpResource({ uri: 'a://{city}/{day}', mimeType: 'application/json' })
    weather(day: string, city: string): string {
      return JSON.stringify({ day, city });
    }

    @McpPrompt({ title: 'Greeting', description: 'Greets.' })
    greet(@McpArg({ description: 'Who', required: true }) name: string, times?: number): string {
      return `Hello ${name} ${times ?? 'once'}`;
    }

    @McpPrompt()
    empty(): string[] {
      return [];
    }

    @McpComplete({ prompt: 'greet' })
    names(typed: string): string[] {
      return Array.from({ length: 150 }, (_, index) => `${typed}${index}`);
    }
  }

  it('[MA-01] [MA-02] are listed as resources and templates', async () => {
    const { client } = await serve([new Texts()]);
    const resources = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['a://fails', 'a://nothing', 'a://picture', 'a://text']);
    expect(resources.at(-1)).toEqual({
      uri: 'a://text',
      name: 'plain',
      title: 'Text',
      description: 'A text.',
      mimeType: 'text/plain',
      annotations: { priority: 1 },
    });
    expect(await client.listResourceTemplates()).toEqual([
      { uriTemplate: 'a://{city}/{day}', name: 'weather', mimeType: 'application/json' },
    ]);
  });

  it('[MA-04] give their variables by name, decoded', async () => {
    const { client } = await serve([new Texts()]);
    expect(await client.readResource('a://S%C3%A3o%20Paulo/..%2Fx')).toEqual({
      contents: [
        { uri: 'a://S%C3%A3o%20Paulo/..%2Fx', mimeType: 'application/json', text: '{"day":"../x","city":"São Paulo"}' },
      ],
    });
    class Short {
      @McpResource({ uri: 'b://{one}/{two}' })
      read(_one: string): string {
        return '';
      }
    }
    expect(() => new McpServer().addObjects(new Short())).toThrow(
      'Method must have parameters for all URI variables. Expected 2 URI variable parameters, but found 1: Short.read',
    );
  });

  it('[MA-03] [MA-05] are read by their type', async () => {
    const { client } = await serve([new Texts()]);
    expect(await client.readResource('a://text')).toEqual({
      contents: [{ uri: 'a://text', mimeType: 'text/plain', text: 'at a://text' }],
    });
    expect(await client.readResource('a://nothing')).toEqual({ contents: [] });
    expect(await client.readResource('a://picture')).toEqual({
      contents: [{ uri: 'a://picture', mimeType: 'image/png', blob: 'AAAA' }],
    });
  });

  it('[MA-06] fail with the root cause', async () => {
    const { client } = await serve([new Texts()]);
    await expect(client.readResource('a://fails')).rejects.toMatchObject({
      code: -32_602,
      message: 'Error invoking resource method: fails in Texts. disk full',
      data: 'disk full',
    });
    await expect(client.readResource('a://a/b/c')).rejects.toMatchObject({ data: { uri: 'a://a/b/c' } });
  });

  it('[MA-07] [MA-08] [MA-09] are prompts with converted arguments', async () => {
    const { client } = await serve([new Texts()]);
    const greet = (await client.listPrompts()).find(({ name }) => name === 'greet');
    expect(greet).toMatchObject({
      title: 'Greeting',
      description: 'Greets.',
      arguments: [
        { name: 'name', description: 'Who', required: true },
        { name: 'times', description: 'Parameter of type Number', required: false },
      ],
    });
    expect(await client.getPrompt('greet', { name: 'Ada', times: '3' })).toEqual({
      description: 'Greets.',
      messages: [{ role: 'assistant', content: { type: 'text', text: 'Hello Ada 3' } }],
    });
    expect(JSON.stringify(await client.getPrompt('greet', { name: 'Ada' }))).toContain('Hello Ada once');
    await expect(client.getPrompt('greet', {})).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining("'name'") as never,
    });
    await expect(client.getPrompt('greet', { name: 'a', times: 'x' })).rejects.toThrow(
      "Cannot safely convert numeric value 'x'",
    );
    await expect(client.getPrompt('empty')).rejects.toThrow('Unsupported result type');
  });

  it('[MA-11] suggest at most 100 values', async () => {
    const { client } = await serve([new Texts()]);
    const ref = { type: 'ref/prompt' as const, name: 'greet' };
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'A' } });
    expect(completion.values).toHaveLength(100);
    expect(completion).toMatchObject({ total: 150, hasMore: true });
    const empty = { type: 'ref/prompt' as const, name: 'empty' };
    expect(await client.complete({ ref: empty, argument: { name: 'x', value: '' } })).toMatchObject({
      completion: { values: [] },
    });
    const unknown = { type: 'ref/prompt' as const, name: 'nope' };
    await expect(client.complete({ ref: unknown, argument: { name: 'x', value: '' } })).rejects.toMatchObject({
      code: -32_602,
    });
    expect(() => McpComplete({})).toThrow('Either prompt or uri must be provided in McpComplete annotation');
    expect(() => McpComplete({ prompt: 'a', uri: 'b' })).toThrow(
      'Only one of prompt or uri can be provided in McpComplete annotation',
    );
  });
});
