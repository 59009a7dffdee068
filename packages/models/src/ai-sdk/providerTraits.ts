import type { JSONObject, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { type ChatModelCapabilities, NO_CAPABILITIES } from '@toolwright/model';
import type { ProviderExecutedTool } from './AiSdkChatOptions.js';

/** What a provider takes that the specification of the AI SDK does not tell. */
export interface ProviderTraits {
  /** The key of the provider's own options. */
  readonly optionsKey: string;
  /** Whether it has a field for the input examples of a tool. */
  readonly inputExamples: boolean;
  /** The provider's own search for deferred tools, if it has one. */
  readonly searchTool: ProviderExecutedTool | undefined;
  readonly capabilities: ChatModelCapabilities;
  /** Refuses earlier calls of tools in a request that declares no tool. */
  readonly declaresUsedTools?: true;
  /** Does not look at the choice of tools, so that one that must not be used must not be sent. */
  readonly ignoresToolChoice?: true;
  /** Moves settings to where the provider reads them. */
  readonly settings?: (request: LanguageModelV3CallOptions) => LanguageModelV3CallOptions;
}

const ANTHROPIC: ProviderTraits = {
  optionsKey: 'anthropic',
  inputExamples: true,
  searchTool: { id: 'anthropic.tool_search_bm25_20251119', name: 'tool_search' },
  capabilities: Object.freeze({ supportsInputExamples: true, supportsDeferredTools: true }),
  declaresUsedTools: true,
};

const OPENAI_RESPONSES: ProviderTraits = {
  optionsKey: 'openai',
  inputExamples: false,
  searchTool: { id: 'openai.tool_search', name: 'tool_search' },
  capabilities: Object.freeze({ supportsDeferredTools: true }),
};

/** Ollama reads settings in `options` only; its package sends some of them elsewhere and most of the others nowhere. */
function ollamaSettings(request: LanguageModelV3CallOptions): LanguageModelV3CallOptions {
  const { maxOutputTokens, temperature, stopSequences, topP, topK, seed, ...rest } = request;
  const own = request.providerOptions?.['ollama'];
  const options: JSONObject = {
    ...(maxOutputTokens !== undefined && { num_predict: maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(stopSequences !== undefined && { stop: stopSequences }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(seed !== undefined && { seed }),
    ...(own?.['options'] as JSONObject | undefined),
  };
  if (Object.keys(options).length === 0) return request;
  return { ...rest, providerOptions: { ...request.providerOptions, ollama: { ...own, options } } };
}

/** The traits of the provider that a model names, such as `openai.responses` or `anthropic.messages`. */
export function providerTraits(provider: string): ProviderTraits {
  if (provider === 'openai.responses') return OPENAI_RESPONSES;
  const [optionsKey = provider] = provider.split('.');
  if (optionsKey === 'anthropic') return ANTHROPIC;
  const plain = { optionsKey, inputExamples: false, searchTool: undefined, capabilities: NO_CAPABILITIES };
  return optionsKey === 'ollama' ? { ...plain, ignoresToolChoice: true, settings: ollamaSettings } : plain;
}
