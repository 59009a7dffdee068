import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { RecordingLogProvider } from '@toolwright/core';
import {
  AssistantMessage,
  type ChatResponse,
  isStructuredOutputChatOptions,
  type Message,
  Prompt,
  SystemMessage,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';
import { AiSdkChatModel, AiSdkChatOptions, type AiSdkLanguageModel, ModelResponseException } from '@toolwright/models';
import { DeferredToolCallback, FunctionToolCallback, ToolMetadata } from '@toolwright/tools';

interface SentRequest {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly [option: string]: unknown;
}

/** A model that answers with the same content and keeps the requests. */
class StubModel {
  readonly requests: SentRequest[] = [];
  readonly provider = 'stub.chat';
  readonly modelId = 'stub-1';
  supportedUrls: Record<string, RegExp[]> = {};
  warnings: object[] = [];

  constructor(
    readonly specificationVersion: string,
    readonly content: readonly object[] = [{ type: 'text', text: 'ok' }],
    readonly parts: readonly object[] = [],
    readonly facts: object = V3_FACTS,
  ) {}

  async doGenerate(request: SentRequest): Promise<object> {
    this.requests.push(request);
    return { content: this.content, warnings: this.warnings, ...this.facts };
  }

  async doStream(request: SentRequest): Promise<object> {
    this.requests.push(request);
    return { stream: ReadableStream.from(this.parts) };
  }
}

const V3_FACTS = {
  finishReason: { unified: 'stop', raw: 'end' },
  usage: {
    inputTokens: { total: 10, noCache: 3, cacheRead: 5, cacheWrite: 2 },
    outputTokens: { total: 7, text: 4, reasoning: 3 },
    raw: { native: true },
  },
};
const V2_FACTS = {
  finishReason: 'tool-calls',
  usage: { inputTokens: 10, outputTokens: 7, totalTokens: 18, reasoningTokens: 3, cachedInputTokens: 5 },
};

const chatModel = (stub: StubModel) => new AiSdkChatModel(stub as unknown as AiSdkLanguageModel);

async function sent(messages: readonly Message[], version = 'v3') {
  const stub = new StubModel(version);
  await chatModel(stub).call(new Prompt(messages));
  return stub.requests[0]?.prompt;
}

async function collected(chunks: AsyncIterable<ChatResponse>): Promise<ChatResponse[]> {
  const all: ChatResponse[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather = (attributes: Readonly<Record<string, unknown>> = {}) =>
  FunctionToolCallback.builder('weather', () => 'sun')
    .description('The weather')
    .inputSchema(JSON.stringify(SCHEMA))
    .toolMetadata(ToolMetadata.builder().attributes(attributes).build())
    .build();

describe('the messages of a request', () => {
  it('have the roles and parts of the specification', async () => {
    const messages = [
      new SystemMessage('Be brief.'),
      new UserMessage('Weather?'),
      new AssistantMessage('Let me see', {
        toolCalls: [{ id: 'c1', type: 'function', name: 'weather', arguments: '{"city":"Oslo"}' }],
      }),
      new ToolResponseMessage([{ id: 'c1', name: 'weather', responseData: 'sun' }]),
    ];
    expect(await sent(messages)).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me see' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Oslo' } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c1', toolName: 'weather', output: { type: 'text', value: 'sun' } },
        ],
      },
    ]);
  });

  it('mark failed tool calls, and keep arguments that are no JSON', async () => {
    const error = { code: 'TOOL_FAILED', phase: 'execute' as const };
    const prompt = await sent([
      new UserMessage('Go'),
      new AssistantMessage(null, { toolCalls: [{ id: 'c1', type: 'function', name: 'weather', arguments: '{"ci' }] }),
      new ToolResponseMessage([{ id: 'c1', name: 'weather', responseData: 'no', isError: true, error }]),
    ]);
    expect(prompt?.[1]?.content).toEqual([{ type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"ci' }]);
    expect(prompt?.[2]?.content).toMatchObject([{ output: { type: 'error-text', value: 'no' } }]);
  });

  it('carry images and files, tagged in V4', async () => {
    const data = new Uint8Array([1, 2, 3]);
    const url = new URL('https://example.org/a.png');
    const message = new UserMessage('', {
      media: [
        { mimeType: 'application/pdf', data, name: 'a.pdf' },
        { mimeType: 'image/png', data: url },
      ],
    });
    for (const [version, bytes, address] of [
      ['v3', data, url],
      ['v4', { type: 'data', data }, { type: 'url', url }],
    ] as const) {
      const stub = new StubModel(version);
      stub.supportedUrls = { 'image/*': [/^https:/] };
      await chatModel(stub).call(new Prompt([message]));
      expect(stub.requests[0]?.prompt).toEqual([
        {
          role: 'user',
          content: [
            { type: 'file', mediaType: 'application/pdf', data: bytes, filename: 'a.pdf' },
            { type: 'file', mediaType: 'image/png', data: address },
          ],
        },
      ]);
    }
  });

  it('have no address that the provider cannot fetch', async () => {
    const media = [{ mimeType: 'image/png', data: new URL('http://169.254.169.254/latest?key=1') }];
    await expect(sent([new UserMessage('Look', { media })])).rejects.toThrow(
      "stub.chat stub-1 cannot fetch image/png from http://169.254.169.254; load it and pass the bytes as the media's data.",
    );
  });

  it('pass options of the provider on, and leave out messages with nothing in them', async () => {
    const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
    const prompt = await sent([
      new SystemMessage('Long text', { providerOptions }),
      new AssistantMessage(null),
      new UserMessage('Hello'),
    ]);
    expect(prompt).toEqual([
      { role: 'system', content: 'Long text', providerOptions },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    ]);
  });

  it('are translated once, however many rounds send them', async () => {
    const stub = new StubModel('v3');
    const model = chatModel(stub);
    const first = new UserMessage('Hello');
    await model.call(new Prompt([first]));
    await model.call(new Prompt([first, new AssistantMessage('Hi'), new UserMessage('Bye')]));
    expect(stub.requests[1]?.prompt[0]).toBe(stub.requests[0]?.prompt[0]);
  });
});

describe('the answer', () => {
  const CONTENT = [
    { type: 'reasoning', text: 'Hm', providerMetadata: { anthropic: { signature: 'abc' } } },
    { type: 'text', text: 'One ' },
    { type: 'source', sourceType: 'url', id: 's1', url: 'https://example.org' },
    { type: 'file', mediaType: 'image/png', data: 'AQID' },
    { type: 'tool-call', toolCallId: 'w1', toolName: 'web', input: '{}', providerExecuted: true },
    { type: 'tool-result', toolCallId: 'w1', toolName: 'web', result: { hits: 1 } },
    { type: 'text', text: 'two' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Oslo"}' },
  ];

  it('has text, calls, files, thoughts and sources, and goes back as it came', async () => {
    const stub = new StubModel('v3', CONTENT);
    const model = chatModel(stub);
    const { result, metadata } = await model.call(new Prompt('Hello'));
    const output = result?.output as AssistantMessage;
    expect(output.text).toBe('One two');
    expect(output.toolCalls).toEqual([{ id: 'c1', type: 'function', name: 'weather', arguments: '{"city":"Oslo"}' }]);
    expect(output.media).toEqual([{ mimeType: 'image/png', data: new Uint8Array([1, 2, 3]) }]);
    expect(output.metadata['reasoningContent']).toBe('Hm');
    expect(output.metadata['sources']).toEqual([{ sourceType: 'url', id: 's1', url: 'https://example.org' }]);
    expect(metadata.usage).toEqual({
      promptTokens: 10,
      completionTokens: 7,
      totalTokens: 17,
      cacheReadInputTokens: 5,
      cacheWriteInputTokens: 2,
      reasoningTokens: 3,
      nativeUsage: { native: true },
    });
    // As a memory outside of the process would give it back.
    const restored = new AssistantMessage(output.text, {
      toolCalls: output.toolCalls,
      metadata: JSON.parse(JSON.stringify(output.metadata)) as Record<string, unknown>,
    });
    await model.call(new Prompt([new UserMessage('Hello'), restored]));
    expect(stub.requests[1]?.prompt[1]?.content).toEqual([
      { type: 'reasoning', text: 'Hm', providerOptions: { anthropic: { signature: 'abc' } } },
      { type: 'text', text: 'One ' },
      { type: 'file', mediaType: 'image/png', data: 'AQID' },
      { type: 'tool-call', toolCallId: 'w1', toolName: 'web', input: {}, providerExecuted: true },
      { type: 'tool-result', toolCallId: 'w1', toolName: 'web', output: { type: 'json', value: { hits: 1 } } },
      { type: 'text', text: 'two' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Oslo' } },
    ]);
  });

  it('does not go back as it came once an advisor has changed it', async () => {
    const stub = new StubModel('v3', CONTENT);
    const model = chatModel(stub);
    const output = (await model.call(new Prompt('Hello'))).result?.output as AssistantMessage;
    const { metadata, toolCalls } = output;
    await model.call(
      new Prompt([new UserMessage('Hello'), new AssistantMessage('[removed]', { toolCalls, metadata })]),
    );
    expect(stub.requests[1]?.prompt[1]?.content).toEqual([
      { type: 'text', text: '[removed]' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Oslo' } },
    ]);
  });

  it('keeps no copy of what is plain text and calls', async () => {
    const plain = [{ type: 'text', text: 'a' }, CONTENT.at(-1) as object];
    const { result } = await chatModel(new StubModel('v3', plain)).call(new Prompt('Hello'));
    expect(result?.output.metadata).toEqual({ messageType: 'assistant' });
  });

  it('is read from V2, where reason and usage are flat', async () => {
    const stub = new StubModel('v2', [CONTENT.at(-1) as object], [], V2_FACTS);
    const { result, metadata } = await chatModel(stub).call(new Prompt('Hello'));
    expect(result?.output.text).toBeNull();
    expect(result?.metadata).toEqual({ finishReason: 'TOOL_CALLS' });
    expect(metadata.usage).toMatchObject({
      promptTokens: 10,
      completionTokens: 7,
      totalTokens: 18,
      cacheReadInputTokens: 5,
      reasoningTokens: 3,
    });
  });

  it('is read from V4, where data of files are tagged and kinds are new', async () => {
    const content = [
      { type: 'custom', kind: 'openai.compaction', providerMetadata: { openai: { itemId: 'i' } } },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
      { type: 'file', mediaType: 'image/png', data: { type: 'url', url: 'https://example.org/a.png' } },
    ];
    const stub = new StubModel('v4', content);
    const model = chatModel(stub);
    const output = (await model.call(new Prompt('Hello'))).result?.output as AssistantMessage;
    expect(output.media).toEqual([
      { mimeType: 'image/png', data: new Uint8Array([1, 2, 3]) },
      { mimeType: 'image/png', data: new URL('https://example.org/a.png') },
    ]);
    await model.call(new Prompt([new UserMessage('Hello'), output]));
    expect(stub.requests[1]?.prompt[1]?.content).toEqual([
      { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: { itemId: 'i' } } },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
      { type: 'file', mediaType: 'image/png', data: { type: 'url', url: 'https://example.org/a.png' } },
    ]);
  });

  it.each([
    ['stop', 'STOP'],
    ['length', 'LENGTH'],
    ['content-filter', 'CONTENT_FILTER'],
    ['tool-calls', 'TOOL_CALLS'],
    ['error', 'ERROR'],
    ['other', 'OTHER'],
  ])('ends for the reason %s as %s', async (unified, finishReason) => {
    const facts = { ...V3_FACTS, finishReason: { unified, raw: 'native' } };
    const { result } = await chatModel(new StubModel('v3', undefined, [], facts)).call(new Prompt('Hello'));
    expect(result?.metadata).toEqual({ finishReason, nativeFinishReason: 'native' });
  });

  it('has id, model, time and metadata of the provider', async () => {
    const timestamp = new Date(0);
    const facts = {
      ...V3_FACTS,
      response: { id: 'r1', modelId: 'stub-1-2026', timestamp },
      providerMetadata: { stub: { tier: 'flex' } },
    };
    const { metadata } = await chatModel(new StubModel('v3', undefined, [], facts)).call(new Prompt('Hello'));
    expect(metadata).toMatchObject({
      id: 'r1',
      model: 'stub-1-2026',
      created: timestamp,
      providerMetadata: { stub: { tier: 'flex' } },
    });
  });
});

describe('a stream', () => {
  const FINISH = { type: 'finish', ...V3_FACTS };

  it('hands out text and pieces of calls as they come, and the rest at the end', async () => {
    const stub = new StubModel(
      'v3',
      [],
      [
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', id: 'r1', modelId: 'stub-1-2026' },
        { type: 'reasoning-start', id: '0' },
        { type: 'reasoning-delta', id: '0', delta: 'Hm' },
        { type: 'reasoning-end', id: '0', providerMetadata: { anthropic: { signature: 'abc' } } },
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: 'Let me ' },
        { type: 'text-delta', id: '0', delta: 'see' },
        { type: 'text-end', id: '0' },
        { type: 'tool-input-start', id: 'c1', toolName: 'weather' },
        { type: 'tool-input-start', id: 'c2', toolName: 'weather' },
        { type: 'tool-input-delta', id: 'c2', delta: '{"city":' },
        { type: 'tool-input-delta', id: 'c1', delta: '{"city":"Os' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Oslo"}' },
        { type: 'tool-call', toolCallId: 'c2', toolName: 'weather', input: '{"city":"Rome"}' },
        { type: 'tool-call', toolCallId: 'c3', toolName: 'weather', input: '{}' },
        FINISH,
      ],
    );
    const chunks = await collected(chatModel(stub).stream(new Prompt('Hello')));
    expect(chunks.flatMap(({ result }) => (result?.output.text ? [result.output.text] : []))).toEqual([
      'Let me ',
      'see',
    ]);
    expect(chunks[0]?.result?.output.metadata['reasoningContent']).toBe('Hm');
    expect(chunks.flatMap(({ result }) => result?.output.toolCalls ?? [])).toEqual([
      { id: 'c1', type: 'function', name: 'weather', arguments: '', index: 0 },
      { id: 'c2', type: 'function', name: 'weather', arguments: '', index: 1 },
      { id: 'c2', type: 'function', name: '', arguments: '{"city":', index: 1 },
      { id: 'c1', type: 'function', name: '', arguments: '{"city":"Os', index: 0 },
      { id: 'c1', type: 'function', name: '', arguments: 'lo"}', index: 0 },
      { id: 'c2', type: 'function', name: '', arguments: '"Rome"}', index: 1 },
      { id: 'c3', type: 'function', name: 'weather', arguments: '{}', index: 2 },
    ]);
    const last = chunks.at(-1);
    expect(last?.metadata).toMatchObject({ id: 'r1', model: 'stub-1-2026', usage: { totalTokens: 17 } });
    expect(last?.result?.metadata).toEqual({ finishReason: 'STOP', nativeFinishReason: 'end' });
    expect(last?.result?.output.metadata['providerContent']).toEqual([
      { type: 'reasoning', text: 'Hm', providerMetadata: { anthropic: { signature: 'abc' } } },
      { type: 'text', text: 'Let me see' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Oslo"}' },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'weather', input: '{"city":"Rome"}' },
      { type: 'tool-call', toolCallId: 'c3', toolName: 'weather', input: '{}' },
    ]);
  });

  it.each([
    ['ends without an end', [{ type: 'text-delta', id: '0', delta: 'half' }], 'before the answer was complete'],
    [
      'ends as packages end what broke off',
      [{ ...FINISH, finishReason: { unified: 'other', raw: undefined } }],
      'before the answer was complete',
    ],
    [
      'leaves a call open',
      [{ type: 'tool-input-start', id: 'c1', toolName: 'weather' }, FINISH],
      "the tool call 'c1' was not completed",
    ],
    [
      'contradicts itself',
      [
        { type: 'tool-input-start', id: 'c1', toolName: 'weather' },
        { type: 'tool-input-delta', id: 'c1', delta: '{"city":"Rome"}' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Oslo"}' },
      ],
      "the pieces of the tool call 'c1' do not add up to the call",
    ],
  ])('fails if it %s', async (_name, parts, problem) => {
    const running = collected(chatModel(new StubModel('v3', [], parts)).stream(new Prompt('Hello')));
    const error = await running.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelResponseException);
    expect((error as Error).message).toBe(
      `The answer of stub.chat stub-1 cannot be used: ${problem.startsWith('before') ? 'the stream ended ' : ''}${problem}.`,
    );
  });

  it('keeps calls apart that have one id', async () => {
    const parts = ['Oslo', 'Rome', 'Bonn'].flatMap((city) => [
      { type: 'tool-input-start', id: '', toolName: 'weather' },
      { type: 'tool-input-delta', id: '', delta: `{"city":` },
      { type: 'tool-call', toolCallId: '', toolName: 'weather', input: `{"city":"${city}"}` },
    ]);
    const chunks = await collected(chatModel(new StubModel('v3', [], [...parts, FINISH])).stream(new Prompt('Hello')));
    const pieces = chunks.flatMap(({ result }) => result?.output.toolCalls ?? []);
    expect(
      [0, 1, 2].map((call) =>
        pieces
          .filter(({ index }) => index === call)
          .map((piece) => piece.arguments)
          .join(''),
      ),
    ).toEqual(['{"city":"Oslo"}', '{"city":"Rome"}', '{"city":"Bonn"}']);
  });

  it('fails with what the provider reports inside of it', async () => {
    const parts = [
      { type: 'text-delta', id: '0', delta: 'Half' },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ];
    await expect(
      collected(chatModel(new StubModel('v3', [], parts)).stream(new Prompt('Hello'))),
    ).rejects.toMatchObject({
      message: 'The request to stub.chat stub-1 failed: Overloaded.',
      retryable: true,
    });
  });
});

describe('the tools of a request', () => {
  const ask = async (
    options: AiSdkChatOptions,
    messages: readonly Message[] = [new UserMessage('Go')],
    version = 'v3',
  ) => {
    const stub = new StubModel(version);
    await chatModel(stub).call(new Prompt(messages, options));
    return stub.requests[0];
  };
  const optionsWith = (values: object = {}) => new AiSdkChatOptions({ toolCallbacks: [weather()], ...values });

  it('have name, description and schema, and are translated once', async () => {
    const stub = new StubModel('v3');
    const model = chatModel(stub);
    const options = optionsWith();
    await model.call(new Prompt('Go', options));
    await model.call(new Prompt('Go', options));
    expect(stub.requests[0]?.['tools']).toEqual([
      { type: 'function', name: 'weather', description: 'The weather', inputSchema: SCHEMA },
    ]);
    expect(stub.requests[1]?.['tools']).toBe(stub.requests[0]?.['tools']);
  });

  it('pass strictness and options of the provider on', async () => {
    const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
    const request = await ask(optionsWith({ toolCallbacks: [weather({ strict: true, providerOptions })] }));
    expect(request?.['tools']).toMatchObject([{ strict: true, providerOptions }]);
  });

  it('have the strict form of their schema where the provider shall keep to it and can', async () => {
    const strictTool = (schema: object) =>
      FunctionToolCallback.builder('x', () => 'y')
        .inputSchema(JSON.stringify(schema))
        .toolMetadata(ToolMetadata.builder().attributes({ strict: true }).build())
        .build();
    const optional = { type: 'object', properties: { city: { type: 'string', minLength: 1 } } };
    const map = {
      type: 'object',
      properties: { scores: { type: 'object', additionalProperties: { type: 'number' } } },
    };
    const request = await ask(optionsWith({ toolCallbacks: [strictTool(optional), strictTool(map)] }));
    expect(request?.['tools']).toMatchObject([
      {
        strict: true,
        inputSchema: {
          type: 'object',
          properties: { city: { type: ['string', 'null'] } },
          required: ['city'],
          additionalProperties: false,
        },
      },
      { strict: false, inputSchema: map },
    ]);
  });

  it('stand beside those that the provider runs, in the words of the specification', async () => {
    const providerTools = [{ id: 'openai.web_search' as const, name: 'web_search', args: { size: 1 } }];
    const own = { id: 'openai.web_search', name: 'web_search', args: { size: 1 } };
    expect((await ask(optionsWith({ providerTools })))?.['tools']).toMatchObject([
      { name: 'weather' },
      { type: 'provider', ...own },
    ]);
    expect((await ask(optionsWith({ providerTools }), undefined, 'v2'))?.['tools']).toMatchObject([
      { name: 'weather' },
      { type: 'provider-defined', ...own },
    ]);
  });

  it('are chosen as the options say, forced in the first request of a turn only', async () => {
    const results = [
      new UserMessage('Go'),
      new AssistantMessage(null, { toolCalls: [{ id: 'c', type: 'function', name: 'weather', arguments: '{}' }] }),
      new ToolResponseMessage([{ id: 'c', name: 'weather', responseData: 'sun' }]),
    ];
    const choice = async (toolChoice: AiSdkChatOptions['toolChoice'], messages?: readonly Message[]) =>
      (await ask(optionsWith({ toolChoice }), messages))?.['toolChoice'];
    expect(await choice(null)).toEqual({ type: 'auto' });
    expect(await choice('required')).toEqual({ type: 'required' });
    expect(await choice({ toolName: 'weather' })).toEqual({ type: 'tool', toolName: 'weather' });
    expect(await choice('none', results)).toEqual({ type: 'none' });
    expect(await choice('required', results)).toEqual({ type: 'auto' });
    expect(await choice({ toolName: 'weather' }, results)).toEqual({ type: 'auto' });
  });

  const requestTo = async (model: AiSdkLanguageModel, toolCallbacks: AiSdkChatOptions['toolCallbacks']) => {
    let body: Record<string, unknown> = {};
    let headers = new Headers();
    const spy = new Proxy(model, {
      get: (target, key) =>
        key === 'config'
          ? { ...(target as never as { config: object }).config, fetch: spyFetch }
          : Reflect.get(target, key),
    });
    const spyFetch: typeof fetch = async (_input, init) => {
      body = JSON.parse(init?.body as string) as Record<string, unknown>;
      headers = new Headers(init?.headers);
      return new Response('{}', { status: 400 });
    };
    const chat = new AiSdkChatModel(spy);
    await chat.call(new Prompt('Go', new AiSdkChatOptions({ toolCallbacks }))).catch(() => undefined);
    return { body, headers, capabilities: chat.capabilities };
  };

  it('[NT-02] are sent deferred, with the search of the provider, to Anthropic and OpenAI', async () => {
    const deferred = [DeferredToolCallback.of(weather())];
    const anthropic = await requestTo(createAnthropic({ apiKey: 'k' })('claude-sonnet-4-5'), deferred);
    expect(anthropic.capabilities).toEqual({ supportsInputExamples: true, supportsDeferredTools: true });
    expect(anthropic.body['tools']).toEqual([
      { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
      { name: 'weather', description: 'The weather', input_schema: SCHEMA, defer_loading: true },
    ]);
    const openai = await requestTo(createOpenAI({ apiKey: 'k' }).responses('gpt-5.4'), deferred);
    expect(openai.capabilities).toEqual({ supportsDeferredTools: true });
    expect(openai.body['tools']).toEqual([
      { type: 'tool_search' },
      { type: 'function', name: 'weather', description: 'The weather', parameters: SCHEMA, defer_loading: true },
    ]);
    expect(new AiSdkChatModel(createOpenAI({ apiKey: 'k' }).chat('gpt-4o')).capabilities).toEqual({});
  });
});

describe('the options of a request', () => {
  it('are sent by their names in the specification', async () => {
    const stub = new StubModel('v3');
    const options = new AiSdkChatOptions({
      maxTokens: 5,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      stopSequences: ['END'],
      seed: 7,
      headers: { 'x-tenant': 'a' },
      providerOptions: { stub: { tier: 'flex' } },
      outputSchema: '{"type":"object"}',
    });
    await chatModel(stub).call(new Prompt('Hello', options));
    const { prompt: _prompt, abortSignal: _signal, ...request } = stub.requests[0] as SentRequest;
    expect(request).toEqual({
      maxOutputTokens: 5,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      stopSequences: ['END'],
      seed: 7,
      headers: { 'x-tenant': 'a' },
      providerOptions: { stub: { tier: 'flex' } },
      responseFormat: { type: 'json', schema: { type: 'object' } },
    });
  });

  it('are merged: options of providers by name, all else overridden where set', () => {
    const merged = AiSdkChatOptions.builder()
      .model('a')
      .seed(1)
      .toolChoice('auto')
      .providerOptions({ openai: { user: 'x', store: false } })
      .headers({ a: '1' })
      .combineWith(
        new AiSdkChatOptions({ providerOptions: { openai: { store: true }, google: {} }, headers: { b: '2' } }),
      )
      .combineWith(new AiSdkChatOptions({ model: 'b' }))
      .build();
    expect(merged).toMatchObject({
      model: 'b',
      seed: 1,
      toolChoice: 'auto',
      providerOptions: { openai: { user: 'x', store: true }, google: {} },
      headers: { a: '1', b: '2' },
    });
    expect(Object.isFrozen(merged)).toBe(true);
    expect(isStructuredOutputChatOptions(merged)).toBe(true);
    expect(merged.withOutputSchema('{}').outputSchema).toBe('{}');
    expect(merged.mutate().clone().build()).toEqual(merged);
  });

  it('may name another model, if the chat model can make it', async () => {
    const stub = new StubModel('v3');
    const other = Object.assign(new StubModel('v3'), { modelId: 'stub-2' });
    const options = new AiSdkChatOptions({ model: 'stub-2' });
    await expect(chatModel(stub).call(new Prompt('Hello', options))).rejects.toThrow(
      "The options ask for the model 'stub-2', but this is stub.chat stub-1",
    );
    const model = new AiSdkChatModel(stub as unknown as AiSdkLanguageModel, {
      modelOf: () => other as unknown as AiSdkLanguageModel,
    });
    expect((await model.call(new Prompt('Hello', options))).metadata.model).toBe('stub-2');
    expect([stub.requests.length, other.requests.length]).toEqual([0, 1]);
  });
});

describe('warnings of a provider', () => {
  let log: RecordingLogProvider;
  beforeEach(() => {
    log = RecordingLogProvider.install();
  });
  afterEach(() => {
    log.uninstall();
  });

  it('are in the metadata of each answer and in the log once', async () => {
    const stub = new StubModel('v3');
    stub.warnings = [
      { type: 'unsupported', feature: 'topK', details: 'is ignored' },
      { type: 'unsupported-tool', tool: { name: 'weather' } },
      { type: 'other', message: 'old model' },
    ];
    const model = chatModel(stub);
    await model.call(new Prompt('Hello'));
    const { metadata } = await model.call(new Prompt('Hello'));
    expect(metadata['warnings']).toEqual([
      'unsupported topK: is ignored',
      'unsupported-tool weather',
      'other: old model',
    ]);
    expect(log.entries.map(({ message }) => message)).toEqual([
      'stub.chat stub-1: unsupported topK: is ignored',
      'stub.chat stub-1: unsupported-tool weather',
      'stub.chat stub-1: other: old model',
    ]);
  });
});

it('refuses a model of an unknown specification', () => {
  expect(() => chatModel(new StubModel('v1'))).toThrow(
    "The model follows specification 'v1' of the AI SDK; supported are v2, v3, v4.",
  );
});
