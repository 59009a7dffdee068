import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Prompt } from '@toolwright/model';
import { ProviderServer } from './ProviderServer.js';
import { specificationV4 } from './wire/specificationV4.js';

// An application installs the packages of specification V4 by their own names, where these tests have those of V3.
jest.unstable_mockModule('@ai-sdk/openai', () => import('ai-sdk-openai-v4'));
jest.unstable_mockModule('@ai-sdk/anthropic', () => import('ai-sdk-anthropic-v4'));
jest.unstable_mockModule('@ai-sdk/google', () => import('ai-sdk-google-v4'));
jest.unstable_mockModule('@ai-sdk/mistral', () => import('ai-sdk-mistral-v4'));
jest.unstable_mockModule('@ai-sdk/openai-compatible', () => import('ai-sdk-openai-compatible-v4'));
const { AiSdkChatModel, modelProvider } = await import('@toolwright/models');

let server: ProviderServer;
beforeAll(async () => {
  server = await ProviderServer.start();
});
afterAll(async () => {
  await server.close();
});

const { anthropic, google, mistral, openAiChat, openAiCompatible, openAiResponses } = specificationV4;

it.each([
  { provider: 'openai', wire: openAiResponses, version: 'v1', embeddings: true },
  { provider: 'openai', wire: openAiChat, version: 'v1', api: 'chat' as const, embeddings: true },
  { provider: 'anthropic', wire: anthropic, version: 'v1', embeddings: false },
  { provider: 'google', wire: google, version: 'v1beta', embeddings: true },
  { provider: 'mistral', wire: mistral, version: 'v1', embeddings: true },
  { provider: 'openai-compatible', wire: openAiCompatible, version: 'v1', embeddings: true },
])('$provider is loaded from its package of specification V4: $wire.name', async (row) => {
  const { provider, wire, version, api, embeddings } = row;
  const loaded = await modelProvider(provider).load({ apiKey: 'sk-test', baseUrl: `${server.url}/${version}`, api });
  const model = loaded.languageModel(wire.modelId);
  expect(model.specificationVersion).toBe('v4');
  expect(loaded.embeddingModel?.('embedding-1').specificationVersion).toBe(embeddings ? 'v4' : undefined);
  server.answer(wire.answer({ text: ['Hello'] }));
  const { result } = await new AiSdkChatModel(model).call(new Prompt('Hello'));
  expect(result?.output.text).toBe('Hello');
  expect(server.requests[0]?.path).toBe(wire.expected.path);
  expect(server.requests[0]?.headers).toMatchObject(wire.expected.headers);
});
