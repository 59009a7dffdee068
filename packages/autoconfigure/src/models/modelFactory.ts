import { type Environment, InvalidConfigurationPropertyValueException } from '@toolwright/boot';
import { hasText } from '@toolwright/core';
import {
  AiSdkChatModel,
  AiSdkChatOptions,
  AiSdkEmbeddingModel,
  type LoadedModelProvider,
  modelProvider,
  type ProviderOptions,
  RequestPolicy,
} from '@toolwright/models';
import type { ChatModelProperties } from './ChatModelProperties.js';
import type { EmbeddingModelProperties } from './EmbeddingModelProperties.js';
import type { ModelConnectionProperties } from './ModelConnectionProperties.js';

/**
 * The chat model that the properties describe.
 *
 * @throws {InvalidConfigurationPropertyValueException} if name, key or address are missing
 */
export async function createChatModel(
  provider: string,
  properties: ChatModelProperties,
  environment: Environment,
): Promise<AiSdkChatModel> {
  const name = requireSetting('chat.model.name', properties.name, `Provider '${provider}' has many models: name one.`);
  const { api, temperature, maxTokens, topP, topK, frequencyPenalty, presencePenalty, stopSequences, seed } =
    properties;
  const models = await connect('chat.model', provider, properties, environment, api);
  return new AiSdkChatModel(models.languageModel(name), {
    modelOf: (other) => models.languageModel(other),
    defaultOptions: new AiSdkChatOptions({
      model: name,
      temperature: temperature ?? null,
      maxTokens: maxTokens ?? null,
      topP: topP ?? null,
      topK: topK ?? null,
      frequencyPenalty: frequencyPenalty ?? null,
      presencePenalty: presencePenalty ?? null,
      stopSequences: stopSequences ?? null,
      seed: seed ?? null,
      providerOptions: providerOptionsOf(provider, properties),
    }),
    policy: policyOf(properties, properties.streamIdleTimeout),
  });
}

/**
 * The embedding model that the properties describe.
 *
 * @throws {InvalidConfigurationPropertyValueException} if name, key or address are missing
 */
export async function createEmbeddingModel(
  provider: string,
  properties: EmbeddingModelProperties,
  environment: Environment,
): Promise<AiSdkEmbeddingModel> {
  const key = 'embedding.model.name';
  const name = requireSetting(key, properties.name, `Provider '${provider}' has several embedding models: name one.`);
  const { embeddingModel } = await connect('embedding.model', provider, properties, environment);
  if (!embeddingModel) throw new InvalidConfigurationPropertyValueException(key, name, 'It has no embedding models.');
  const providerOptions = providerOptionsOf(provider, properties);
  return new AiSdkEmbeddingModel(embeddingModel(name), {
    ...(providerOptions && { providerOptions }),
    policy: policyOf(properties),
  });
}

function connect(
  prefix: string,
  name: string,
  { apiKey, baseUrl, headers }: ModelConnectionProperties,
  environment: Environment,
  api?: 'responses' | 'chat',
): Promise<LoadedModelProvider> {
  const models = modelProvider(name);
  const { apiKeyVariable, needsBaseUrl } = models;
  const key = apiKey ?? (apiKeyVariable === null ? undefined : environment.getProperty(apiKeyVariable));
  if (apiKeyVariable !== null) {
    // At the start, not at the first question of a user.
    requireSetting(
      `${prefix}.api-key`,
      key,
      `Provider '${name}' needs a key: set it, or the variable ${apiKeyVariable}.`,
    );
  }
  if (needsBaseUrl)
    requireSetting(`${prefix}.base-url`, baseUrl, `Provider '${name}' has no address of its own: set it.`);
  return models.load({
    apiKey: key,
    baseUrl,
    api,
    headers: headers.size > 0 ? Object.fromEntries(headers) : undefined,
  });
}

function policyOf({ timeout, concurrency, retry }: ModelConnectionProperties, streamIdleTimeout?: number) {
  const { maxAttempts, initialInterval, multiplier, maxInterval } = retry;
  return new RequestPolicy({
    timeout,
    concurrency,
    retry: { maxAttempts, initialInterval, multiplier, maxInterval },
    ...(streamIdleTimeout !== undefined && { streamIdleTimeout }),
  });
}

function providerOptionsOf(provider: string, { providerOptions }: ModelConnectionProperties): ProviderOptions | null {
  if (providerOptions.size === 0) return null;
  const options = [...providerOptions].map(([key, text]) => [key, valueOf(text)] as const);
  // The package reads its options under this name.
  const key = provider === 'openai-compatible' ? 'openaiCompatible' : provider;
  return { [key]: Object.fromEntries(options) };
}

function valueOf(text: string): ProviderOptions[string][string] {
  try {
    return JSON.parse(text) as ProviderOptions[string][string];
  } catch {
    return text;
  }
}

function requireSetting(key: string, value: string | undefined, reason: string): string {
  if (hasText(value)) return value;
  throw new InvalidConfigurationPropertyValueException(key, value ?? '', reason);
}
