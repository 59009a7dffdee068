import { createMistral } from '@ai-sdk/mistral';
import { sse } from '../ProviderServer.js';
import { FUNCTION_TOOLS } from './functionTools.js';
import type { WireAnswer, WireFormat } from './WireFormat.js';

const USAGE = {
  prompt_tokens: 20,
  completion_tokens: 9,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 8 },
};

function toolCalls({ calls }: WireAnswer) {
  return (
    calls && {
      tool_calls: calls.map(({ id, name, input }, index) => ({
        id,
        function: { name, arguments: JSON.stringify(input) },
        index,
      })),
    }
  );
}

/** Text alone is a text; beside thoughts everything is a list of parts. */
function content({ thoughts, text }: WireAnswer) {
  const all = text?.join('') ?? '';
  return thoughts === undefined ? all : [thinking(thoughts), { type: 'text', text: all }];
}

function thinking(text: string) {
  return { type: 'thinking', thinking: [{ type: 'text', text }] };
}

function chunk(delta: object, end: object = {}) {
  return {
    id: 'answer-1',
    object: 'chat.completion.chunk',
    created: 1_750_000_000,
    model: 'magistral-small-2509',
    choices: [{ index: 0, delta, finish_reason: null, ...end }],
  };
}

const FAILURES = {
  overload: { type: 'service_unavailable', code: '3500' },
  'rate-limit': { type: 'service_tier_capacity_exceeded', code: '3505' },
  refusal: { type: 'invalid_request_error', code: '3051' },
};

const MESSAGES = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: 'Status of orders 7 and 8?' }] },
];

/** Mistral's chat completions: calls come whole, in the chunk that ends the answer. */
export const mistral: WireFormat = {
  name: 'Mistral chat completions',
  modelId: 'magistral-small-latest',
  lacks: { reasoningTokens: true },
  thoughtsBack: { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], closed: true },
  finish: { stop: 'stop', calls: 'tool_calls' },
  model: (url, options) =>
    createMistral({ baseURL: `${url}/v1`, apiKey: 'sk-test', ...options })('magistral-small-latest'),
  answer: (answer) => ({
    body: JSON.stringify({
      id: 'answer-1',
      object: 'chat.completion',
      created: 1_750_000_000,
      model: 'magistral-small-2509',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: content(answer), ...toolCalls(answer) },
          finish_reason: answer.calls ? 'tool_calls' : 'stop',
        },
      ],
      usage: USAGE,
    }),
  }),
  stream: (answer) => ({
    headers: { 'content-type': 'text/event-stream' },
    body: sse([
      chunk({ role: 'assistant', content: '' }),
      ...(answer.thoughts === undefined ? [] : [chunk({ content: [thinking(answer.thoughts)] })]),
      ...(answer.text ?? []).map((piece) => chunk({ content: piece })),
      {
        ...chunk({ content: '', ...toolCalls(answer) }, { finish_reason: answer.calls ? 'tool_calls' : 'stop' }),
        usage: USAGE,
      },
      '[DONE]',
    ]),
  }),
  failure: (status, message) => ({
    status,
    body: JSON.stringify({ object: 'error', message, type: 'service_unavailable', param: null, code: '3505' }),
  }),
  streamFailure: (kind, message) => sse([{ object: 'error', message, param: null, ...FAILURES[kind] }]).join(''),
  expected: {
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer sk-test', 'content-type': 'application/json' },
    first: {
      model: 'magistral-small-latest',
      max_tokens: 300,
      temperature: 0.2,
      tool_choice: 'auto',
      messages: MESSAGES,
    },
    streamed: { stream: true },
    noToolUse: { tools: true, tool_choice: 'none' },
    tools: { tools: FUNCTION_TOOLS },
    second: {
      messages: [
        ...MESSAGES,
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { id: 'call_a', type: 'function', function: { name: 'status', arguments: '{"number":7}' } },
            { id: 'call_b', type: 'function', function: { name: 'stock', arguments: '{"number":8}' } },
          ],
        },
        { role: 'tool', name: 'status', tool_call_id: 'call_a', content: '"status 7"' },
        { role: 'tool', name: 'stock', tool_call_id: 'call_b', content: '"stock 8"' },
      ],
    },
  },
};
