import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { sse } from '../ProviderServer.js';
import type { WireAnswer, WireFormat } from './WireFormat.js';

const ANSWER = {
  usageMetadata: {
    promptTokenCount: 20,
    cachedContentTokenCount: 8,
    // The API counts thoughts beside the candidates.
    candidatesTokenCount: 5,
    thoughtsTokenCount: 4,
    totalTokenCount: 29,
  },
  modelVersion: 'gemini-2.5-flash',
  responseId: 'answer-1',
};

function parts({ thoughts, text, calls = [] }: WireAnswer) {
  return [
    ...(thoughts === undefined ? [] : [{ text: thoughts, thought: true }]),
    ...(text ?? []).map((piece) => ({ text: piece })),
    ...calls.map(({ name, input }, index) => ({
      functionCall: { name, args: input },
      // Only the first of parallel calls is signed.
      ...(index === 0 && { thoughtSignature: 'c2lnbmVk' }),
    })),
  ];
}

function candidate(all: readonly object[], finishReason?: string) {
  return {
    candidates: [{ content: { role: 'model', parts: all }, index: 0, ...(finishReason && { finishReason }) }],
  };
}

const FAILURES = {
  overload: { code: 503, status: 'UNAVAILABLE' },
  'rate-limit': { code: 429, status: 'RESOURCE_EXHAUSTED' },
  refusal: { code: 400, status: 'INVALID_ARGUMENT' },
};

const CONTENTS = [{ role: 'user', parts: [{ text: 'Status of orders 7 and 8?' }] }];

/** Google's generateContent. */
export const google: WireFormat = {
  name: 'Google generateContent',
  modelId: 'gemini-2.5-flash',
  lacks: { callIds: true, errorAsAnswer: true },
  thoughtsBack: { text: 'Hm.', thought: true },
  finish: { stop: 'STOP', calls: 'STOP' },
  model: (url, options) =>
    createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: 'sk-test', ...options })('gemini-2.5-flash'),
  answer: (answer) => ({ body: JSON.stringify({ ...candidate(parts(answer), 'STOP'), ...ANSWER }) }),
  stream: (answer) => ({
    headers: { 'content-type': 'text/event-stream' },
    body: sse([
      ...parts(answer).map((part) => ({ ...candidate([part]), ...ANSWER })),
      { ...candidate([{ text: '' }], 'STOP'), ...ANSWER },
    ]),
  }),
  failure: (status, message) => ({
    status,
    body: JSON.stringify({ error: { code: status, message, status: 'UNAVAILABLE' } }),
  }),
  streamFailure: (kind, message) => sse([{ error: { message, ...FAILURES[kind] } }]).join(''),
  expected: {
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
    streamPath: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    headers: { 'x-goog-api-key': 'sk-test', 'content-type': 'application/json' },
    first: {
      generationConfig: { maxOutputTokens: 300, temperature: 0.2 },
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      contents: CONTENTS,
    },
    streamed: {},
    noToolUse: { tools: true, toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
    tools: {
      tools: [
        {
          functionDeclarations: ['status', 'stock'].map((name) => ({
            name,
            description: `The ${name} of a number`,
            parameters: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
          })),
        },
      ],
    },
    second: {
      contents: [
        ...CONTENTS,
        {
          role: 'model',
          parts: [
            { functionCall: { name: 'status', args: { number: 7 } }, thoughtSignature: 'c2lnbmVk' },
            { functionCall: { name: 'stock', args: { number: 8 } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'status', response: { name: 'status', content: '"status 7"' } } },
            { functionResponse: { name: 'stock', response: { name: 'stock', content: '"stock 8"' } } },
          ],
        },
      ],
    },
  },
};
