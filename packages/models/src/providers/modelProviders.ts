import { IllegalArgumentException, suggestName } from '@toolwright/core';
import type { ModelProvider, ModelProviderSettings } from './ModelProvider.js';

function common({ apiKey, baseUrl, headers }: ModelProviderSettings) {
  return {
    ...(apiKey !== undefined && { apiKey }),
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    ...(headers !== undefined && { headers: { ...headers } }),
  };
}

/** Every provider that is known by name. Any other one is used by handing its model to an `AiSdkChatModel`. */
export const MODEL_PROVIDERS: readonly ModelProvider[] = Object.freeze([
  {
    name: 'openai',
    title: 'OpenAI',
    packageName: '@ai-sdk/openai',
    version: '3',
    apiKeyVariable: 'OPENAI_API_KEY',
    needsBaseUrl: false,
    hasEmbeddings: true,
    load: async (settings) => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const provider = createOpenAI(common(settings));
      return {
        languageModel: (name) => (settings.api === 'chat' ? provider.chat(name) : provider.responses(name)),
        embeddingModel: (name) => provider.embeddingModel(name),
      };
    },
  },
  {
    name: 'anthropic',
    title: 'Anthropic',
    packageName: '@ai-sdk/anthropic',
    version: '3',
    apiKeyVariable: 'ANTHROPIC_API_KEY',
    needsBaseUrl: false,
    hasEmbeddings: false,
    load: async (settings) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const provider = createAnthropic(common(settings));
      return { languageModel: (name) => provider.languageModel(name) };
    },
  },
  {
    name: 'google',
    title: 'Google Gemini',
    packageName: '@ai-sdk/google',
    version: '3',
    apiKeyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    needsBaseUrl: false,
    hasEmbeddings: true,
    load: async (settings) => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      const provider = createGoogleGenerativeAI(common(settings));
      return {
        languageModel: (name) => provider.languageModel(name),
        embeddingModel: (name) => provider.embeddingModel(name),
      };
    },
  },
  {
    name: 'mistral',
    title: 'Mistral',
    packageName: '@ai-sdk/mistral',
    version: '3',
    apiKeyVariable: 'MISTRAL_API_KEY',
    needsBaseUrl: false,
    hasEmbeddings: true,
    load: async (settings) => {
      const { createMistral } = await import('@ai-sdk/mistral');
      const provider = createMistral(common(settings));
      return {
        languageModel: (name) => provider.languageModel(name),
        embeddingModel: (name) => provider.embeddingModel(name),
      };
    },
  },
  {
    name: 'ollama',
    title: 'Ollama',
    packageName: 'ollama-ai-provider-v2',
    version: '3',
    apiKeyVariable: null,
    needsBaseUrl: false,
    hasEmbeddings: true,
    load: async (settings) => {
      const { createOllama } = await import('ollama-ai-provider-v2');
      const { apiKey, ...rest } = common(settings);
      const provider = createOllama({
        ...rest,
        // A key is for Ollama behind a proxy or in the cloud.
        ...(apiKey !== undefined && { headers: { authorization: `Bearer ${apiKey}`, ...rest.headers } }),
      });
      return {
        languageModel: (name) => provider.languageModel(name),
        embeddingModel: (name) => provider.embedding(name),
      };
    },
  },
  {
    name: 'openai-compatible',
    title: 'Any server that speaks the chat completions of OpenAI',
    packageName: '@ai-sdk/openai-compatible',
    version: '2',
    apiKeyVariable: null,
    needsBaseUrl: true,
    hasEmbeddings: true,
    load: async (settings) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { baseURL = '', ...rest } = common(settings);
      const provider = createOpenAICompatible({
        name: 'openai-compatible',
        baseURL,
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...rest,
      });
      return {
        languageModel: (name) => provider.languageModel(name),
        embeddingModel: (name) => provider.embeddingModel(name),
      };
    },
  },
]);

/**
 * The provider of this name.
 *
 * @throws {IllegalArgumentException} if there is none, with the names that there are
 */
export function modelProvider(name: string): ModelProvider {
  const provider = MODEL_PROVIDERS.find((each) => each.name === name);
  if (provider) return provider;
  const names = MODEL_PROVIDERS.map((each) => each.name);
  const suggestion = suggestName(name, names);
  throw new IllegalArgumentException(
    `Unknown model provider '${name}'. Known are ${names.join(', ')}.${suggestion ? ` Did you mean '${suggestion}'?` : ''}`,
  );
}
