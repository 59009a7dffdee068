import { describe, expect, it } from '@jest/globals';
import {
  McpArg,
  McpClient,
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
  McpTool,
  McpToolParam,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { closeAfterEachTest, closing } from '../support/openedInTest.js';

closeAfterEachTest();

async function clientOf(object: object, options: McpHttpServerOptions = {}): Promise<McpClient> {
  const http = await new McpHttpServer(new McpServer().addObjects(object), options).listen();
  const { origin, pathname } = new URL(http.url);
  const client = McpClient.builder('test')
    .transport(streamableHttpTransport('test', { url: origin, endpoint: pathname }))
    .build();
  closing.push(http, client);
  return client;
}

function text(value: string, isError?: boolean): unknown {
  return { ...(isError !== undefined && { isError }), content: [{ type: 'text', text: value }] };
}

class Place {
  @IsString() city!: string;
  @IsInt() zone!: number;
}

class Route {
  @ValidateNested() @Type(() => Place) from!: Place;
  @IsOptional() @ValidateNested() @Type(() => Route) onward?: Route;
}

describe('tools', () => {
  class Tools {
    @McpTool()
    travel(route: Route, @McpToolParam({ required: false }) note: string | null): string {
      return `${route.from instanceof Place} ${route.onward instanceof Route} ${note}`;
    }

    @McpTool()
    nullable(@McpToolParam() must: string | null, may = 'x'): string {
      return `${must} ${may}`;
    }

    @McpTool()
    text(): string {
      throw 'no error';
    }

    @McpTool()
    nothing(): string {
      throw undefined;
    }

    @McpTool()
    async rejected(): Promise<string> {
      throw { message: 'an object' };
    }

    @McpTool({ generateOutputSchema: true })
    nowhere(): void {}

    @McpTool({ generateOutputSchema: true })
    count(): number {
      return 3;
    }

    @McpTool({ generateOutputSchema: true })
    when(): Date {
      return new Date(0);
    }

    @McpTool()
    ready(): McpSchema.CallToolResult {
      return { content: [{ type: 'text', text: 'as it is' }], structuredContent: { a: 1 } };
    }
  }

  it('[MS-13] hoist nested definitions to the root, where their references lead', async () => {
    const client = await clientOf(new Tools());
    const schema = (await client.listTools()).find(({ name }) => name === 'travel')?.inputSchema;
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { route: { $ref: '#/$defs/Route' } },
      $defs: { Route: { type: 'object', properties: { onward: { $ref: '#/$defs/Route' } }, required: ['from'] } },
      required: ['route'],
    });
    expect(JSON.stringify(schema?.properties)).not.toContain('$defs":');
    const from = { city: 'Oslo', zone: 1 };
    expect(await client.callTool({ name: 'travel', arguments: { route: { from, onward: { from } } } })).toEqual(
      text('true true undefined'),
    );
  });

  it('[MS-14] require what @McpToolParam marks, even where null is a value, and no default value', async () => {
    const tools = await (await clientOf(new Tools())).listTools();
    expect(tools.find(({ name }) => name === 'nullable')?.inputSchema.required).toEqual(['must']);
  });

  it('[MS-17] have no schema of results that are nothing, a primitive, a date or a result of the protocol', async () => {
    const client = await clientOf(new Tools());
    const tools = await client.listTools();
    for (const name of ['nowhere', 'count', 'when', 'ready']) {
      expect(tools.find((tool) => tool.name === name)?.outputSchema).toBeUndefined();
    }
    expect(await client.callTool({ name: 'count', arguments: {} })).toEqual(text('3'));
    expect(await client.callTool({ name: 'nowhere', arguments: {} })).toEqual(text('"Done"'));
  });

  it('[MS-18] hand results of the protocol on as they are', async () => {
    expect(await (await clientOf(new Tools())).callTool({ name: 'ready', arguments: {} })).toEqual({
      content: [{ type: 'text', text: 'as it is' }],
      structuredContent: { a: 1 },
    });
  });

  it('[MS-20] tell of whatever they throw, an error or not', async () => {
    const client = await clientOf(new Tools());
    for (const [name, said] of [
      ['text', 'no error'],
      ['nothing', 'undefined'],
      ['rejected', 'an object'],
    ] as const) {
      expect(await client.callTool({ name, arguments: {} })).toEqual(text(said, true));
    }
  });
});

describe('resources', () => {
  const contents: McpSchema.ReadResourceResult = { contents: [{ uri: 'x://other', text: 'whole' }] };

  class Resources {
    @McpResource({ uri: 'a://whole' })
    whole(): McpSchema.ReadResourceResult {
      return contents;
    }

    @McpResource({ uri: 'a://items', mimeType: 'text/markdown' })
    items(): object[] {
      return [{ text: '# one' }, { blob: 'AAAA', mimeType: 'image/png' }];
    }

    @McpResource({ uri: 'a://wrong' })
    wrong(): unknown {
      return [5];
    }

    @McpResource({ uri: 'a://own' })
    own(): string {
      throw new McpError(-32_042, 'Own', { b: 2 });
    }

    @McpResource({ uri: 'a://request' })
    request(
      @McpRequest() request: { uri: string },
      context: McpRequestContext,
      meta: McpMeta,
      @McpProgressToken() first: unknown,
      @McpProgressToken() second: unknown,
    ): string {
      return JSON.stringify([request.uri, typeof context.sessionId, meta.meta, first, second]);
    }
  }

  it('[MA-03] get the request, its context and facts, and progress tokens', async () => {
    const client = await clientOf(new Resources());
    expect(await client.readResource('a://request')).toMatchObject({
      contents: [{ text: '["a://request","string",{},null,null]' }],
    });
  });

  it('[MA-03] fail at the start with any other parameter, naming method and class', () => {
    class Typed {
      @McpResource({ uri: 'a://x' })
      read(pages: number): string {
        return `${pages}`;
      }
    }
    class Two {
      @McpResource({ uri: 'a://x' })
      read(first: string, second: string): string {
        return first + second;
      }
    }
    class Metas {
      @McpResource({ uri: 'a://x' })
      read(first: McpMeta, second: McpMeta): string {
        return `${first === second}`;
      }
    }
    class Contexts {
      @McpResource({ uri: 'a://{id}' })
      read(id: string, first: McpRequestContext, second: McpRequestContext): string {
        return `${id} ${first === second}`;
      }
    }
    for (const [Wrong, message] of [
      [
        Typed,
        "Parameter 'pages' of method Typed.read is of type number, but a resource is given texts of its address only",
      ],
      [Two, "Method Two.read of resource 'a://x' may have one parameter for the address, but has 2: first, second."],
      [Metas, 'Method Metas.read may have one parameter of type McpMeta only'],
      [Contexts, 'Method Contexts.read may have one parameter of type McpRequestContext only'],
    ] as const) {
      expect(() => new McpServer().addObjects(new Wrong())).toThrow(message);
    }
  });

  it('[MA-05] are read as results, contents or lists of contents, at the address that was asked for', async () => {
    const client = await clientOf(new Resources());
    expect(await client.readResource('a://whole')).toEqual(contents);
    expect(await client.readResource('a://items')).toEqual({
      contents: [
        { uri: 'a://items', mimeType: 'text/markdown', text: '# one' },
        { uri: 'a://items', mimeType: 'image/png', blob: 'AAAA' },
      ],
    });
  });

  it.each([
    ['text/csv', 'text'],
    ['application/json', 'text'],
    ['application/xml', 'text'],
    ['application/javascript', 'text'],
    ['application/ecmascript', 'text'],
    ['application/x-httpd-php', 'text'],
    ['application/xhtml+xml', 'text'],
    ['application/ld+json', 'text'],
    ['image/svg+xml', 'text'],
    ['image/png', 'blob'],
    ['application/pdf', 'blob'],
    ['application/octet-stream', 'blob'],
  ])('[MA-05] of type %s are %s', async (mimeType, member) => {
    class Typed {
      @McpResource({ uri: 'a://x', mimeType })
      read(): string {
        return 'AAAA';
      }
    }
    const { contents: read } = await (await clientOf(new Typed())).readResource('a://x');
    expect(read).toEqual([{ uri: 'a://x', mimeType, [member]: 'AAAA' }]);
  });

  it('[MA-05] of another type fail at the start, or when they are read if nobody could know', async () => {
    class Count {
      @McpResource({ uri: 'a://x' })
      read(): number {
        return 1;
      }
    }
    expect(() => new McpServer().addObjects(new Count())).toThrow(
      'Method Count.read returns a Number, but a resource is text, contents, or a list of them',
    );
    const client = await clientOf(new Resources());
    await expect(client.readResource('a://wrong')).rejects.toMatchObject({
      code: -32_602,
      message: 'Unsupported result type: number',
    });
  });

  it('[MA-06] keep the code of an error of the protocol', async () => {
    await expect((await clientOf(new Resources())).readResource('a://own')).rejects.toMatchObject({
      code: -32_042,
      message: 'Own',
      data: { b: 2 },
    });
  });
});

describe('prompts', () => {
  const said: McpSchema.PromptMessage = { role: 'user', content: { type: 'text', text: 'Hi' } };

  class Prompts {
    @McpPrompt()
    described(@McpArg({ name: 'who', description: 'Who' }) person: string, meta: McpMeta): string {
      return `${person} ${JSON.stringify(meta.meta)}`;
    }

    @McpPrompt()
    everything(all: Map<string, string>): string {
      return JSON.stringify([all instanceof Map, ...all]);
    }

    @McpPrompt()
    typed(flag: boolean, amount: number): string {
      return `${typeof flag} ${flag} ${typeof amount} ${amount}`;
    }

    @McpPrompt()
    fails(): string {
      throw new Error('outer', { cause: new Error('disk full') });
    }

    @McpPrompt()
    own(): string {
      throw new McpError(-32_042, 'Own', { b: 2 });
    }

    @McpPrompt({ description: 'Whole' })
    whole(): McpSchema.GetPromptResult {
      return { messages: [said], description: 'mine' };
    }

    @McpPrompt()
    one(): McpSchema.PromptMessage {
      return said;
    }

    @McpPrompt()
    several(): unknown[] {
      return [said, 'and a text'];
    }

    @McpPrompt()
    none(): null {
      return null;
    }
  }

  const said2 = (value: string): unknown => ({ role: 'assistant', content: { type: 'text', text: value } });

  it('[MA-07] list what is described, not required by default, and nothing that is injected', async () => {
    const client = await clientOf(new Prompts());
    const listed = await client.listPrompts();
    const argumentsOf = (prompt: string): unknown => listed.find(({ name }) => name === prompt)?.arguments;
    expect(argumentsOf('described')).toEqual([{ name: 'who', description: 'Who', required: false }]);
    expect(argumentsOf('typed')).toEqual([
      { name: 'flag', description: 'Parameter of type Boolean', required: false },
      { name: 'amount', description: 'Parameter of type Number', required: false },
    ]);
    expect(argumentsOf('everything')).toEqual([]);
    expect((await client.getPrompt('described', { who: 'Ada' })).messages).toEqual([said2('Ada {}')]);
  });

  it('[MA-07] get all arguments as one map', async () => {
    const client = await clientOf(new Prompts());
    const read = async (given?: Record<string, string>): Promise<unknown> =>
      (await client.getPrompt('everything', given)).messages;
    expect(await read({ a: '1', 'b c': '' })).toEqual([said2('[true,["a","1"],["b c",""]]')]);
    expect(await read()).toEqual([said2('[true]')]);
  });

  it('[MA-08] get numbers and booleans of texts, or nothing', async () => {
    const client = await clientOf(new Prompts());
    const read = async (given: Record<string, string>): Promise<unknown> =>
      (await client.getPrompt('typed', given)).messages;
    expect(await read({ flag: 'false', amount: '-1.5' })).toEqual([said2('boolean false number -1.5')]);
    expect(await read({})).toEqual([said2('undefined undefined undefined undefined')]);
    for (const amount of ['1e999', '', ' ', '5 apples']) {
      await expect(read({ amount })).rejects.toMatchObject({
        code: -32_602,
        message: `Cannot safely convert numeric value '${amount}' to number`,
      });
    }
    await expect(read({ flag: 'yes' })).rejects.toMatchObject({ code: -32_602 });
  });

  it('[MA-06] fail with the root cause, or with the error of the protocol that was thrown', async () => {
    const client = await clientOf(new Prompts());
    await expect(client.getPrompt('fails')).rejects.toMatchObject({
      code: -32_602,
      message: 'Error invoking prompt method: fails in Prompts. disk full',
      data: 'disk full',
    });
    await expect(client.getPrompt('own')).rejects.toMatchObject({ code: -32_042, message: 'Own', data: { b: 2 } });
  });

  it('[MA-09] are results, messages, or texts of the assistant', async () => {
    const client = await clientOf(new Prompts());
    expect(await client.getPrompt('whole')).toEqual({ messages: [said], description: 'mine' });
    expect((await client.getPrompt('one')).messages).toEqual([said]);
    expect((await client.getPrompt('several')).messages).toEqual([said, said2('and a text')]);
    await expect(client.getPrompt('none')).rejects.toMatchObject({ message: 'Unsupported result type: null' });
  });
});

describe('completions', () => {
  class Suggestions {
    @McpPrompt()
    ask(topic: string): string {
      return topic;
    }

    @McpPrompt()
    other(topic: string): string {
      return topic;
    }

    @McpPrompt()
    third(topic: string): string {
      return topic;
    }

    @McpResource({ uri: 'a://{id}' })
    read(id: string): string {
      return id;
    }

    @McpComplete({ prompt: 'ask' })
    one(argument: { name: string; value: string }, context: McpRequestContext): string {
      return `${argument.name} ${argument.value} ${typeof context.sessionId}`;
    }

    @McpComplete({ prompt: 'other' })
    nothing(): null {
      return null;
    }

    @McpComplete({ prompt: 'third' })
    whole(@McpRequest() request: McpSchema.CompleteRequest['params']): McpSchema.CompleteResult {
      return { completion: { values: [request.argument.value], total: 9, hasMore: true } };
    }

    @McpComplete({ uri: 'a://{id}' })
    ids(typed: string): McpSchema.CompleteResult['completion'] {
      return { values: [`${typed}1`], hasMore: true };
    }
  }

  it('[MA-11] are one text, nothing, a list, or what the protocol says', async () => {
    const client = await clientOf(new Suggestions());
    const complete = async (ref: McpSchema.CompleteRequest['params']['ref']): Promise<unknown> =>
      (await client.complete({ ref, argument: { name: 'topic', value: 'ty' } })).completion;
    const prompt = (name: string) => ({ type: 'ref/prompt' as const, name });
    expect(await complete(prompt('ask'))).toEqual({ values: ['topic ty string'], total: 1, hasMore: false });
    expect(await complete(prompt('other'))).toEqual({ values: [], total: 0, hasMore: false });
    expect(await complete(prompt('third'))).toEqual({ values: ['ty'], total: 9, hasMore: true });
    expect(await complete({ type: 'ref/resource', uri: 'a://{id}' })).toEqual({ values: ['ty1'], hasMore: true });
    await expect(complete({ type: 'ref/resource', uri: 'b://{id}' })).rejects.toMatchObject({ code: -32_602 });
  });

  it('[MA-11] take one parameter for what was typed', () => {
    class Two {
      @McpComplete({ prompt: 'ask' })
      names(typed: string, more: string): string {
        return typed + more;
      }
    }
    expect(() => new McpServer().addObjects(new Two())).toThrow(
      'Method Two.names may have one parameter for what was typed',
    );
  });
});

describe('methods of a server without sessions', () => {
  class Stateless {
    @McpTool()
    async about(meta: McpMeta, @McpProgressToken() token: unknown, context: McpRequestContext): Promise<string> {
      const asked = await context.sample('Hello?').catch((error: unknown) => (error as Error).message);
      return JSON.stringify([meta.get('a'), token, context.transportContext, context.sampleEnabled, asked]);
    }
  }

  it('[MS-29] get the facts of their request, but cannot ask the client back', async () => {
    const contextExtractor = (request: Request) => ({ agent: request.headers.get('x-agent') });
    const client = await clientOf(new Stateless(), { stateless: true, contextExtractor });
    const meta = { a: 1, progressToken: 't' };
    expect(await client.callTool({ name: 'about', arguments: {}, meta })).toEqual(
      text('[1,"t",{"agent":null},false,"Sampling not supported by the client: unknown"]'),
    );
  });
});
