import type { AiSdkLanguageModel } from '../ai-sdk/AiSdkLanguageModel.js';
import type { AiSdkEmbedding } from '../embedding/AiSdkEmbeddingModel.js';

/** How a provider is reached. */
export interface ModelProviderSettings {
  /** The key; default: what the variable of the provider holds. */
  readonly apiKey?: string | undefined;
  /** Where its API is; default: the provider's own address. */
  readonly baseUrl?: string | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Which of OpenAI's two interfaces is used; default `responses`. Others have one. */
  readonly api?: 'responses' | 'chat' | undefined;
}

/** A provider whose package is loaded. */
export interface LoadedModelProvider {
  languageModel(name: string): AiSdkLanguageModel;
  /** Absent if the provider has no embedding models. */
  readonly embeddingModel?: (name: string) => AiSdkEmbedding;
}

/** A provider of models that is known by name. */
export interface ModelProvider {
  /** The name in `chat.model.provider`. */
  readonly name: string;
  readonly title: string;
  /** The npm package, which the application installs. */
  readonly packageName: string;
  /**
   * The major version for `npm install`, which runs on every supported Node.js. Packages named `@ai-sdk/…` also work in their
   * next one.
   */
  readonly version: string;
  /** The variable of the environment that the package reads the key from; null if it needs none. */
  readonly apiKeyVariable: string | null;
  /** Whether there is no address without `baseUrl`. */
  readonly needsBaseUrl: boolean;
  readonly hasEmbeddings: boolean;
  /** Loads the package; fails if it is not installed. */
  load(settings: ModelProviderSettings): Promise<LoadedModelProvider>;
}
