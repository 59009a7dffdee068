import { createAnthropic } from '@ai-sdk/anthropic';
import { sse } from '../ProviderServer.js';
import type { WireAnswer, WireFormat } from './WireFormat.js';

// The API counts cached tokens beside `input_tokens`.
const USAGE = { input_tokens: 12, cache_read_input_tokens: 8, cache_creation_input_tokens: 0, output_tokens: 9 };

const MESSAGE = {
  id: 'answer-1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5-20250929',
  stop_sequence: null,
};

function blocks({ thoughts, text, calls = [] }: WireAnswer) {
  return [
    ...(thoughts === undefined ? [] : [{ type: 'thinking', thinking: thoughts, signature: 'c2lnbmVk' }]),
    ...(text ? [{ type: 'text', text: text.join('') }] : []),
    ...calls.map((call) => ({ type: 'tool_use', ...call })),
  ];
}

function deltas(block: ReturnType<typeof blocks>[number], { text }: WireAnswer): object[] {
  if (block.type === 'thinking') {
    const { thinking, signature } = block as { thinking: string; signature: string };
    return [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature },
    ];
  }
  if (block.type === 'text') return (text ?? []).map((piece) => ({ type: 'text_delta', text: piece }));
  const all = JSON.stringify((block as { input: object }).input);
  return [all.slice(0, 5), all.slice(5)].map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
}

const EMPTY = { thinking: { thinking: '', signature: '' }, text: { text: '' }, tool_use: { input: {} } };

const FAILURES = {
  overload: 'overloaded_error',
  'rate-limit': 'rate_limit_error',
  refusal: 'invalid_request_error',
};

const MESSAGES = [{ role: 'user', content: [{ type: 'text', text: 'Status of orders 7 and 8?' }] }];

const TOOLS = ['status', 'stock'].map((name) => ({
  name,
  description: `The ${name} of a number`,
  input_schema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
}));

/** Anthropic's messages. */
export const anthropic: WireFormat = {
  name: 'Anthropic messages',
  modelId: 'claude-sonnet-4-5',
  lacks: { reasoningTokens: true },
  thoughtsBack: { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' },
  finish: { stop: 'end_turn', calls: 'tool_use' },
  model: (url, options) =>
    createAnthropic({ baseURL: `${url}/v1`, apiKey: 'sk-test', ...options })('claude-sonnet-4-5'),
  answer: (answer) => ({
    body: JSON.stringify({
      ...MESSAGE,
      content: blocks(answer),
      stop_reason: answer.calls ? 'tool_use' : 'end_turn',
      usage: USAGE,
    }),
  }),
  stream: (answer) => ({
    headers: { 'content-type': 'text/event-stream' },
    body: sse(
      [
        {
          type: 'message_start',
          message: { ...MESSAGE, content: [], stop_reason: null, usage: { ...USAGE, output_tokens: 1 } },
        },
        { type: 'ping' },
        ...blocks(answer).flatMap((block, index) => [
          {
            type: 'content_block_start',
            index,
            content_block: { ...block, ...EMPTY[block.type as keyof typeof EMPTY] },
          },
          ...deltas(block, answer).map((delta) => ({ type: 'content_block_delta', index, delta })),
          { type: 'content_block_stop', index },
        ]),
        {
          type: 'message_delta',
          delta: { stop_reason: answer.calls ? 'tool_use' : 'end_turn', stop_sequence: null },
          usage: { output_tokens: 9 },
        },
        { type: 'message_stop' },
      ],
      true,
    ),
  }),
  failure: (status, message) => ({
    status,
    body: JSON.stringify({
      type: 'error',
      error: { type: status === 529 ? 'overloaded_error' : 'api_error', message },
    }),
  }),
  streamFailure: (kind, message) => sse([{ type: 'error', error: { type: FAILURES[kind], message } }], true).join(''),
  expected: {
    path: '/v1/messages',
    headers: { 'x-api-key': 'sk-test', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    first: {
      model: 'claude-sonnet-4-5',
      max_tokens: 300,
      temperature: 0.2,
      system: [{ type: 'text', text: 'Be brief.' }],
      tool_choice: { type: 'auto' },
      messages: MESSAGES,
    },
    streamed: { stream: true, tools: TOOLS.map((tool) => ({ ...tool, eager_input_streaming: true })) },
    noToolUse: { tools: true, tool_choice: { type: 'none' } },
    tools: { tools: TOOLS },
    usedTools: {
      tools: ['status', 'stock'].map((name) => ({ name, input_schema: { type: 'object' } })),
      tool_choice: { type: 'none' },
    },
    second: {
      messages: [
        ...MESSAGES,
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'call_a', name: 'status', input: { number: 7 } },
            { type: 'tool_use', id: 'call_b', name: 'stock', input: { number: 8 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_a', content: '"status 7"' },
            { type: 'tool_result', tool_use_id: 'call_b', content: '"stock 8"' },
          ],
        },
      ],
    },
  },
};
