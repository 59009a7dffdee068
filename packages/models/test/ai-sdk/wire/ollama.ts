import { createOllama } from 'ollama-ai-provider-v2';
import { FUNCTION_TOOLS } from './functionTools.js';
import type { WireAnswer, WireFormat } from './WireFormat.js';

const PART = { model: 'qwen3', created_at: '2025-06-15T15:06:40.000Z' };
const END = {
  done: true,
  total_duration: 5_000_000,
  load_duration: 1_000_000,
  prompt_eval_count: 20,
  prompt_eval_duration: 1_000_000,
  eval_count: 9,
  eval_duration: 2_000_000,
};

function toolCalls({ calls }: WireAnswer) {
  return calls && { tool_calls: calls.map(({ name, input }) => ({ function: { name, arguments: input } })) };
}

const MESSAGES = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Status of orders 7 and 8?' },
];

/** Ollama's chat: lines of JSON. */
export const ollama: WireFormat = {
  name: 'Ollama chat',
  modelId: 'qwen3',
  lacks: { callIds: true, cache: true, reasoningTokens: true, responseId: true },
  thoughtsBack: { thinking: 'Hm.' },
  finish: { stop: 'stop', calls: 'stop' },
  model: (url, options) => createOllama({ baseURL: `${url}/api`, ...options })('qwen3'),
  answer: (answer) => ({
    body: JSON.stringify({
      ...PART,
      message: {
        role: 'assistant',
        content: answer.text?.join('') ?? '',
        ...(answer.thoughts !== undefined && { thinking: answer.thoughts }),
        ...toolCalls(answer),
      },
      done_reason: 'stop',
      ...END,
    }),
  }),
  stream: (answer) => ({
    headers: { 'content-type': 'application/x-ndjson' },
    body: [
      ...(answer.thoughts === undefined ? [] : [{ content: '', thinking: answer.thoughts }]),
      ...(answer.text ?? []).map((content) => ({ content })),
      ...(answer.calls ? [{ content: '', ...toolCalls(answer) }] : []),
    ]
      .map((message): object => ({ ...PART, message: { role: 'assistant', ...message }, done: false }))
      .concat({ ...PART, message: { role: 'assistant', content: '' }, done_reason: 'stop', ...END })
      .map((line) => `${JSON.stringify(line)}\n`),
  }),
  failure: (status, message) => ({ status, body: JSON.stringify({ error: message }) }),
  expected: {
    path: '/api/chat',
    headers: { 'content-type': 'application/json' },
    first: {
      model: 'qwen3',
      messages: MESSAGES,
      options: { num_predict: 300, temperature: 0.2 },
      stream: false,
      think: false,
      tool_choice: 'auto',
    },
    streamed: { stream: true },
    noToolUse: { tools: false },
    tools: { tools: FUNCTION_TOOLS },
    second: {
      messages: [
        ...MESSAGES,
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { function: { name: 'status', arguments: { number: 7 } } },
            { function: { name: 'stock', arguments: { number: 8 } } },
          ],
        },
        { role: 'tool', content: '"status 7"' },
        { role: 'tool', content: '"stock 8"' },
      ],
    },
  },
};
