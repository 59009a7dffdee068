import { createAnthropic } from 'ai-sdk-anthropic-v4';
import { createGoogle } from 'ai-sdk-google-v4';
import { createMistral } from 'ai-sdk-mistral-v4';
import { createOpenAICompatible } from 'ai-sdk-openai-compatible-v4';
import { createOpenAI } from 'ai-sdk-openai-v4';
import { anthropic } from './anthropic.js';
import { google } from './google.js';
import { mistral } from './mistral.js';
import { openAiChat } from './openAiChat.js';
import { openAiCompatible } from './openAiCompatible.js';
import { openAiResponses } from './openAiResponses.js';
import type { WireFormat } from './WireFormat.js';

type FormatName = 'openAiChat' | 'openAiResponses' | 'anthropic' | 'google' | 'mistral' | 'openAiCompatible';

const apiKey = 'sk-test';

/** A format whose requests differ in how they tell of tools. */
function withTools({ expected, ...format }: WireFormat, tools: object): Omit<WireFormat, 'model'> {
  return { ...format, expected: { ...expected, tools } };
}

const PARAMETERS = { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] };
const tools = (described: object) =>
  ['status', 'stock'].map((name) => ({ name, description: `The ${name} of a number`, ...described }));

/** The same wires as the packages of the AI SDK speak them that follow its specification V4. */
export const specificationV4: Readonly<Record<FormatName, WireFormat>> = {
  openAiChat: {
    ...openAiChat,
    model: (url, options) => createOpenAI({ baseURL: `${url}/v1`, apiKey, ...options }).chat(openAiChat.modelId),
  },
  openAiResponses: {
    ...withTools(openAiResponses, {
      // Without a word of it OpenAI would make tools strict.
      tools: tools({ type: 'function', parameters: PARAMETERS, strict: false }),
    }),
    model: (url, options) =>
      createOpenAI({ baseURL: `${url}/v1`, apiKey, ...options }).responses(openAiResponses.modelId),
  },
  anthropic: {
    ...anthropic,
    model: (url, options) => createAnthropic({ baseURL: `${url}/v1`, apiKey, ...options })(anthropic.modelId),
  },
  google: {
    ...withTools(google, { tools: [{ functionDeclarations: tools({ parametersJsonSchema: PARAMETERS }) }] }),
    model: (url, options) => createGoogle({ baseURL: `${url}/v1beta`, apiKey, ...options })(google.modelId),
  },
  mistral: {
    ...mistral,
    model: (url, options) => createMistral({ baseURL: `${url}/v1`, apiKey, ...options })(mistral.modelId),
  },
  openAiCompatible: {
    ...openAiCompatible,
    model: (url, options) =>
      createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: `${url}/v1`,
        apiKey,
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...options,
      })(openAiCompatible.modelId),
  },
};
