import { createOpenAI } from '@ai-sdk/openai';
import { sse } from '../ProviderServer.js';
import { FUNCTION_TOOLS } from './functionTools.js';
import type { WireAnswer, WireFormat } from './WireFormat.js';

const USAGE = {
  prompt_tokens: 20,
  completion_tokens: 9,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 8 },
  completion_tokens_details: { reasoning_tokens: 4 },
};

function toolCalls({ calls = [] }: WireAnswer) {
  return calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
}

/** Only in answers of others than OpenAI. */
function thoughts(answer: WireAnswer) {
  return answer.thoughts === undefined ? {} : { reasoning_content: answer.thoughts };
}

function chunk(delta: object, finishReason: string | null = null) {
  return {
    id: 'answer-1',
    object: 'chat.completion.chunk',
    created: 1_750_000_000,
    model: 'gpt-4o-mini-2024-07-18',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}

const FAILURES = {
  overload: { type: 'server_error', code: null },
  'rate-limit': { type: 'tokens', code: 'rate_limit_exceeded' },
  refusal: { type: 'insufficient_quota', code: 'insufficient_quota' },
};

const MESSAGES = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Status of orders 7 and 8?' },
];

/** OpenAI's chat completions. */
export const openAiChat: WireFormat = {
  name: 'OpenAI chat completions',
  modelId: 'gpt-4o-mini',
  finish: { stop: 'stop', calls: 'tool_calls' },
  model: (url, options) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'sk-test', ...options }).chat('gpt-4o-mini'),
  answer: (answer) => ({
    body: JSON.stringify({
      id: 'answer-1',
      object: 'chat.completion',
      created: 1_750_000_000,
      model: 'gpt-4o-mini-2024-07-18',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: answer.text?.join('') ?? null,
            ...thoughts(answer),
            ...(answer.calls && { tool_calls: toolCalls(answer) }),
          },
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
      ...(answer.thoughts === undefined ? [] : [chunk(thoughts(answer))]),
      ...(answer.text ?? []).map((content) => chunk({ content })),
      ...toolCalls(answer).flatMap((call, index) => {
        const text = call.function.arguments;
        return [
          chunk({ tool_calls: [{ ...call, index, function: { name: call.function.name, arguments: '' } }] }),
          chunk({ tool_calls: [{ index, function: { arguments: text.slice(0, 5) } }] }),
          chunk({ tool_calls: [{ index, function: { arguments: text.slice(5) } }] }),
        ];
      }),
      chunk({}, answer.calls ? 'tool_calls' : 'stop'),
      { ...chunk({}), choices: [], usage: USAGE },
      '[DONE]',
    ]),
  }),
  failure: (status, message) => ({
    status,
    body: JSON.stringify({ error: { message, type: 'server_error', param: null, code: null } }),
  }),
  streamFailure: (kind, message) => sse([{ error: { message, param: null, ...FAILURES[kind] } }]).join(''),
  expected: {
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer sk-test', 'content-type': 'application/json' },
    first: { model: 'gpt-4o-mini', max_tokens: 300, temperature: 0.2, tool_choice: 'auto', messages: MESSAGES },
    streamed: { stream: true, stream_options: { include_usage: true } },
    noToolUse: { tools: true, tool_choice: 'none' },
    tools: { tools: FUNCTION_TOOLS },
    second: {
      messages: [
        ...MESSAGES,
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_a', type: 'function', function: { name: 'status', arguments: '{"number":7}' } },
            { id: 'call_b', type: 'function', function: { name: 'stock', arguments: '{"number":8}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_a', content: '"status 7"' },
        { role: 'tool', tool_call_id: 'call_b', content: '"stock 8"' },
      ],
    },
  },
};
