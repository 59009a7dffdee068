// #region ai-sdk
import { createAnthropic } from '@ai-sdk/anthropic';
import { ChatClient } from '@toolwright/chat';
import { AiSdkChatModel, AiSdkChatOptions } from '@toolwright/models';
// #endregion
// #region policy
import { RequestPolicy } from '@toolwright/models';
// #endregion
// #region embedding
import { createOpenAI } from '@ai-sdk/openai';
import { AiSdkEmbeddingModel, TransformersEmbeddingModel } from '@toolwright/models';
// #endregion

/** A client of a model of Anthropic. */
export function clientOf(apiKey: string, fetch: typeof globalThis.fetch) {
  const createAnthropic = (settings: { apiKey: string }) => anthropicBy({ ...settings, fetch });
  // #region ai-sdk
  const anthropic = createAnthropic({ apiKey });
  const model = new AiSdkChatModel(anthropic('claude-sonnet-4-5'), {
    defaultOptions: new AiSdkChatOptions({ model: 'claude-sonnet-4-5', maxTokens: 2_000 }),
    modelOf: anthropic,
  });
  const client = ChatClient.create(model);
  // #endregion
  // #region policy
  const policy = new RequestPolicy({
    retry: { maxAttempts: 5, initialInterval: 500, multiplier: 2, maxInterval: 30_000 }, // default 3, 1 s, 2, 60 s
    timeout: 60_000, // of one attempt, in a stream until it begins; default 10 min, 0 for none
    streamIdleTimeout: 30_000, // between two parts of a stream; default 2 min, 0 for none
    concurrency: 8, // requests at a time; default no limit
  });
  const patient = new AiSdkChatModel(anthropic('claude-sonnet-4-5'), { policy });
  // #endregion
  return { client, patient };
}

/** Two embedding models. */
export function embeddingModels(apiKey: string) {
  // #region embedding
  const hosted = new AiSdkEmbeddingModel(createOpenAI({ apiKey }).embeddingModel('text-embedding-3-small'));
  const local = new TransformersEmbeddingModel('./models/all-MiniLM-L6-v2');
  // #endregion
  return { hosted, local };
}

const anthropicBy = createAnthropic;
