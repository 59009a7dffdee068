import { createOpenAI } from '@ai-sdk/openai';
import { sse } from '../ProviderServer.js';
import type { WireAnswer, WireFormat } from './WireFormat.js';

const USAGE = {
  input_tokens: 20,
  input_tokens_details: { cached_tokens: 8 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 29,
};

const RESPONSE = { id: 'answer-1', object: 'response', created_at: 1_750_000_000, model: 'gpt-5-mini-2025-08-07' };

function items({ thoughts, text, calls = [] }: WireAnswer) {
  return [
    ...(thoughts === undefined
      ? []
      : [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: thoughts }] }]),
    ...(text
      ? [
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: text.join(''), annotations: [] }],
          },
        ]
      : []),
    ...calls.map(({ id, name, input }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    })),
  ];
}

function deltas(item: ReturnType<typeof items>[number], index: number, { text }: WireAnswer): object[] {
  const place = { item_id: item.id, output_index: index };
  if (item.type === 'reasoning') {
    const [summary] = (item as { summary: { text: string }[] }).summary;
    return [
      {
        type: 'response.reasoning_summary_part.added',
        ...place,
        summary_index: 0,
        part: { type: 'summary_text', text: '' },
      },
      { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta: summary?.text },
      { type: 'response.reasoning_summary_part.done', ...place, summary_index: 0, part: summary },
    ];
  }
  if (item.type === 'message') {
    return (text ?? []).map((delta) => ({ type: 'response.output_text.delta', ...place, content_index: 0, delta }));
  }
  const { arguments: all } = item as { arguments: string };
  return [all.slice(0, 5), all.slice(5)].map((delta) => ({
    type: 'response.function_call_arguments.delta',
    ...place,
    delta,
  }));
}

const EMPTY = { reasoning: { summary: [] }, message: { content: [] }, function_call: { arguments: '' } };

const FAILURES = {
  overload: { type: 'server_error', code: 'server_error' },
  'rate-limit': { type: 'tokens', code: 'rate_limit_exceeded' },
  refusal: { type: 'insufficient_quota', code: 'insufficient_quota' },
};

const INPUT = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'input_text', text: 'Status of orders 7 and 8?' }] },
];

/** OpenAI's responses. */
export const openAiResponses: WireFormat = {
  name: 'OpenAI responses',
  modelId: 'gpt-4.1-mini',
  finish: { stop: 'undefined', calls: 'undefined' },
  answerReference: 'msg_1',
  thoughtsBack: { type: 'item_reference', id: 'rs_1' },
  malformed: JSON.stringify({ ...RESPONSE, output: [{ type: 'message', content: 'tell nobody' }] }),
  model: (url, options) =>
    createOpenAI({ baseURL: `${url}/v1`, apiKey: 'sk-test', ...options }).responses('gpt-4.1-mini'),
  answer: (answer) => ({
    body: JSON.stringify({ ...RESPONSE, status: 'completed', output: items(answer), usage: USAGE }),
  }),
  stream: (answer) => ({
    headers: { 'content-type': 'text/event-stream' },
    body: sse(
      [
        { type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [] } },
        ...items(answer).flatMap((item, index) => [
          {
            type: 'response.output_item.added',
            output_index: index,
            item: { ...item, status: 'in_progress', ...EMPTY[item.type as keyof typeof EMPTY] },
          },
          ...deltas(item, index, answer),
          { type: 'response.output_item.done', output_index: index, item },
        ]),
        {
          type: 'response.completed',
          response: { ...RESPONSE, status: 'completed', output: items(answer), usage: USAGE },
        },
      ],
      true,
    ),
  }),
  failure: (status, message) => ({
    status,
    body: JSON.stringify({ error: { message, type: 'server_error', param: null, code: null } }),
  }),
  streamFailure: (kind, message) =>
    sse(
      [
        {
          type: 'error',
          sequence_number: 9,
          error: { ...FAILURES[kind], message, param: null },
        },
      ],
      true,
    ).join(''),
  expected: {
    path: '/v1/responses',
    headers: { authorization: 'Bearer sk-test', 'content-type': 'application/json' },
    first: { model: 'gpt-4.1-mini', max_output_tokens: 300, temperature: 0.2, tool_choice: 'auto', input: INPUT },
    streamed: { stream: true },
    noToolUse: { tools: true, tool_choice: 'none' },
    tools: {
      tools: ['status', 'stock'].map((name) => ({
        type: 'function',
        name,
        description: `The ${name} of a number`,
        parameters: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
      })),
    },
    second: {
      input: [
        ...INPUT,
        { type: 'function_call', call_id: 'call_a', name: 'status', arguments: '{"number":7}' },
        { type: 'function_call', call_id: 'call_b', name: 'stock', arguments: '{"number":8}' },
        { type: 'function_call_output', call_id: 'call_a', output: '"status 7"' },
        { type: 'function_call_output', call_id: 'call_b', output: '"stock 8"' },
      ],
    },
  },
};
