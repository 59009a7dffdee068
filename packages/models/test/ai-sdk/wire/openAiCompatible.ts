import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { sse } from '../ProviderServer.js';
import { openAiChat } from './openAiChat.js';
import type { WireFormat } from './WireFormat.js';

const STATUS = { overload: 503, 'rate-limit': 429, refusal: 400 };

/**
 * The chat completions of OpenAI as other servers speak them (vLLM, llama.cpp, DeepSeek and more), which add the thoughts;
 * with the settings of the known provider `openai-compatible`.
 */
export const openAiCompatible: WireFormat = {
  ...openAiChat,
  name: 'OpenAI-compatible chat completions',
  // Many of these servers give the status of HTTP as the code.
  streamFailure: (kind, message) => sse([{ error: { message, code: STATUS[kind] } }]).join(''),
  thoughtsBack: { reasoning_content: 'Hm.' },
  model: (url, options) =>
    createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: `${url}/v1`,
      apiKey: 'sk-test',
      includeUsage: true,
      supportsStructuredOutputs: true,
      ...options,
    })(openAiChat.modelId),
};
