import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOpenAI } from 'ai-sdk-openai-v4';
import { type AssistantMessage, type ChatResponse, Prompt, UserMessage } from '@toolwright/model';
import { AiSdkChatModel, AiSdkEmbeddingModel } from '@toolwright/models';
import { describeProvider } from './describeProvider.js';
import { ProviderServer } from './ProviderServer.js';
import { specificationV4 } from './wire/specificationV4.js';
import type { WireFormat } from './wire/WireFormat.js';

type LanguageModelV4 = ReturnType<ReturnType<typeof createOpenAI>['languageModel']>;
type StreamPartV4 =
  Awaited<ReturnType<LanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

const formats: readonly WireFormat[] = Object.values(specificationV4);

formats.map((format) => ({ ...format, name: `${format.name}, specification V4` })).forEach(describeProvider);

it.each(formats)('$name comes from a package of specification V4', ({ model }) => {
  expect(model('http://127.0.0.1').specificationVersion).toBe('v4');
});

describe('Specification V4', () => {
  let server: ProviderServer;
  beforeAll(async () => {
    server = await ProviderServer.start();
  });
  afterAll(async () => {
    await server.close();
  });

  it('takes files as bytes and as addresses', async () => {
    const { anthropic, openAiChat } = specificationV4;
    const url = 'https://example.org/a.png';
    const question = new UserMessage('What is it?', {
      media: [
        { mimeType: 'image/png', data: new Uint8Array([1, 2, 3]) },
        { mimeType: 'image/png', data: new URL(url) },
      ],
    });
    server.answer(openAiChat.answer({ text: ['A dot'] }), anthropic.answer({ text: ['A dot'] }));
    await new AiSdkChatModel(openAiChat.model(server.url)).call(new Prompt([question]));
    await new AiSdkChatModel(anthropic.model(server.url)).call(new Prompt([question]));
    expect(server.requests.map(({ body }) => body['messages'])).toEqual([
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
            { type: 'image', source: { type: 'url', url } },
          ],
        },
      ],
    ]);
  });

  it('hands out files of the answer, and gets them back with the next request', async () => {
    const { google } = specificationV4;
    const picture = JSON.parse(google.answer({ text: ['Here'] }).body as string) as {
      candidates: { content: { parts: object[] } }[];
    };
    picture.candidates[0]?.content.parts.push({ inlineData: { mimeType: 'image/png', data: 'AQID' } });
    server.answer({ body: JSON.stringify(picture) }, google.answer({ text: ['Bye'] }));
    const model = new AiSdkChatModel(google.model(server.url));
    const answer = (await model.call(new Prompt('Draw a dot'))).result?.output as AssistantMessage;
    expect(answer.media).toEqual([{ mimeType: 'image/png', data: new Uint8Array([1, 2, 3]) }]);
    await model.call(new Prompt([new UserMessage('Draw a dot'), answer, new UserMessage('Thanks')]));
    expect(server.requests[1]?.body['contents']).toEqual([
      { role: 'user', parts: [{ text: 'Draw a dot' }] },
      { role: 'model', parts: [{ text: 'Here' }, { inlineData: { mimeType: 'image/png', data: 'AQID' } }] },
      { role: 'user', parts: [{ text: 'Thanks' }] },
    ]);
  });

  it('embeds texts', async () => {
    server.answer({
      body: JSON.stringify({
        object: 'list',
        model: 'text-embedding-3-small',
        data: [
          { object: 'embedding', index: 0, embedding: [0.25, 0.5] },
          { object: 'embedding', index: 1, embedding: [0.5, 1] },
        ],
        usage: { prompt_tokens: 3, total_tokens: 3 },
      }),
    });
    const provider = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: 'sk-test' });
    const model = new AiSdkEmbeddingModel(provider.embeddingModel('text-embedding-3-small'));
    expect(await model.embed(['a', 'b'])).toEqual([Float32Array.from([0.25, 0.5]), Float32Array.from([0.5, 1])]);
    expect(server.requests[0]?.body).toEqual({
      model: 'text-embedding-3-small',
      input: ['a', 'b'],
      encoding_format: 'float',
    });
  });

  it('hands out a call whose pieces are plain text as a whole', async () => {
    const parts: readonly StreamPartV4[] = [
      { type: 'stream-start', warnings: [] },
      { type: 'tool-input-start', id: 'call_a', toolName: 'query', inputEncoding: 'text' },
      { type: 'tool-input-delta', id: 'call_a', delta: 'select ' },
      { type: 'tool-input-delta', id: 'call_a', delta: '"name"' },
      { type: 'tool-input-end', id: 'call_a' },
      { type: 'tool-call', toolCallId: 'call_a', toolName: 'query', input: '"select \\"name\\""' },
      {
        type: 'finish',
        finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
      },
    ];
    const model: LanguageModelV4 = {
      specificationVersion: 'v4',
      provider: 'test.chat',
      modelId: 'plain-1',
      supportedUrls: {},
      doGenerate: () => Promise.reject(new Error('only streams')),
      doStream: async () => ({ stream: ReadableStream.from<StreamPartV4>(parts) }),
    };
    const chunks: ChatResponse[] = [];
    for await (const chunk of new AiSdkChatModel(model).stream(new Prompt('Hello'))) chunks.push(chunk);
    expect(chunks.flatMap(({ result }) => result?.output.toolCalls ?? [])).toEqual([
      { id: 'call_a', type: 'function', name: 'query', arguments: '"select \\"name\\""', index: 0 },
    ]);
    expect(chunks.at(-1)?.result?.metadata.finishReason).toBe('TOOL_CALLS');
  });
});
