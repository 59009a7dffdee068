import { describe, expect, it } from '@jest/globals';
import { aggregate, ChatClientResponse, ChatResponseAggregator } from '@toolwright/chat';
import { AssistantMessage, ChatResponse, Generation, type ToolCall, usageOf } from '@toolwright/model';
import fc from 'fast-check';
import { asks, call, chunk, collect, says } from '../support/models.js';

function aggregated(...chunks: readonly ChatResponse[]): ChatResponse {
  const aggregator = new ChatResponseAggregator();
  for (const part of chunks) aggregator.add(part);
  return aggregator.response;
}

function piece(text: string | null, metadata: Readonly<Record<string, unknown>>, response = {}): ChatResponse {
  const output = new AssistantMessage(text, { metadata });
  return new ChatResponse([new Generation(output)], response);
}

const toolCallsOf = (response: ChatResponse): readonly ToolCall[] | undefined => response.result?.output.toolCalls;

describe('ChatResponseAggregator', () => {
  it('[TS-04] joins texts and keeps the last metadata', () => {
    const response = aggregated(
      piece('Let me think. ', { isThought: true, a: 1 }, { id: 'id1', model: 'm1', rateLimit: 1 }),
      new ChatResponse(
        [
          new Generation(new AssistantMessage('Hello'), { finishReason: null }),
          new Generation(new AssistantMessage('no')),
        ],
        { id: '', model: '' },
      ),
      piece(null, { isThought: false, a: 2, b: 3 }, { id: 'id2', rateLimit: 2 }),
      new ChatResponse([new Generation(new AssistantMessage(' world'), { finishReason: 'STOP', logprobs: 1 })]),
    );
    expect(response.results).toHaveLength(1);
    expect(response.result?.output.text).toBe('Let me think. Hello world');
    expect(response.result?.output.metadata).toEqual({
      messageType: 'assistant',
      isThought: false,
      a: 2,
      b: 3,
      thoughts: 'Let me think. ',
      outputWithoutThoughts: 'Hello world',
    });
    expect(response.result?.metadata).toEqual({ finishReason: 'STOP', logprobs: 1 });
    expect(response.metadata).toMatchObject({ id: 'id2', model: 'm1', rateLimit: 2 });
    expect(aggregated(piece(null, {})).result?.output.text).toBe('');
    const late = new Generation(new AssistantMessage(null), { finishReason: null, logprobs: 2 });
    expect(aggregated(says('a'), new ChatResponse([late])).result?.metadata).toEqual({
      finishReason: 'STOP',
      logprobs: 2,
    });
    const [thought, spoken] = [{ isThought: true }, { isThought: false }];
    const mixed = aggregated(
      piece('a', {}),
      piece('T', thought),
      piece('b', spoken),
      piece('U', thought),
      piece('c', spoken),
    );
    expect(mixed.result?.output.text).toBe('aTbUc');
    expect(mixed.result?.output.metadata).toMatchObject({ thoughts: 'TU', outputWithoutThoughts: 'abc' });
  });

  it('[TS-04] keeps metadata under any key', () => {
    const metadata = JSON.parse('{"__proto__":{"x":1},"constructor":2}') as Readonly<Record<string, unknown>>;
    const response = aggregated(piece('a', metadata, metadata), chunk('b'));
    for (const kept of [response.result?.output.metadata, response.metadata]) {
      expect(Object.getOwnPropertyDescriptor(kept, '__proto__')?.value).toEqual({ x: 1 });
      expect(kept).toHaveProperty('constructor', 2);
      expect(kept).not.toHaveProperty('x');
    }
  });

  it('[TS-05] collects the tool calls of all chunks in order, also those of the metadata', () => {
    const response = aggregated(
      asks([call('a'), call('b')]),
      chunk('text'),
      new ChatResponse([], { toolCalls: [call('c')] }),
      asks(call('d')),
    );
    expect(toolCallsOf(response)).toEqual([call('a'), call('b'), call('c'), call('d')]);
    expect(response.result?.output.text).toBe('text');
  });

  it('[TS-06] takes of the usage the last figures above 0, and never adds', () => {
    const response = aggregated(
      chunk('a', usageOf(5, 0, 5, { cacheReadInputTokens: 4 })),
      chunk('b', usageOf(5, 7, 12, { cacheReadInputTokens: 0, cacheWriteInputTokens: 2 })),
      chunk('c'),
    );
    expect(response.metadata.usage).toEqual({
      promptTokens: 5,
      completionTokens: 7,
      totalTokens: 12,
      cacheReadInputTokens: 4,
      cacheWriteInputTokens: 2,
      nativeUsage: null,
    });
  });

  it('puts the pieces of a tool call together, by index or by id', () => {
    const byIndex = aggregated(
      asks({ id: 'x', type: 'function', name: 'a', arguments: '{"k":', index: 0 }),
      asks({ id: 'y', type: 'function', name: 'b', arguments: '', index: 1 }),
      asks({ id: '', type: '', name: '', arguments: '1}', index: 0 }),
      asks({ id: '', type: '', name: '', arguments: '{}', index: 1 }),
    );
    expect(toolCallsOf(byIndex)).toEqual([
      { id: 'x', type: 'function', name: 'a', arguments: '{"k":1}' },
      { id: 'y', type: 'function', name: 'b', arguments: '{}' },
    ]);
    const byId = aggregated(
      asks({ id: 'x', type: 'function', name: 'a', arguments: '{' }),
      asks({ id: 'x', type: 'function', name: 'a', arguments: '}' }),
    );
    expect(toolCallsOf(byId)).toEqual([{ id: 'x', type: 'function', name: 'a', arguments: '{}' }]);
    const withoutIds = aggregated(
      asks({ id: '', type: 'function', name: 'a', arguments: '{}' }),
      asks({ id: '', type: 'function', name: 'a', arguments: '{}' }),
    );
    expect(toolCallsOf(withoutIds)).toHaveLength(2);
  });

  it('[CX-105] keeps the calls of providers apart that number all of them alike', () => {
    const sameIndex = aggregated(
      asks({ id: 'x', type: 'function', name: 'a', arguments: '{"k":1}', index: 0 }),
      asks({ id: 'y', type: 'function', name: 'b', arguments: '{"k"', index: 0 }),
      asks({ id: '', type: '', name: '', arguments: ':2}', index: 0 }),
      // Some give each piece an id of its own.
      asks({ id: 'z', type: 'function', name: '', arguments: ' ', index: 0 }),
    );
    expect(toolCallsOf(sameIndex)).toEqual([
      { id: 'x', type: 'function', name: 'a', arguments: '{"k":1}' },
      { id: 'y', type: 'function', name: 'b', arguments: '{"k":2} ' },
    ]);
    const sameId = aggregated(
      asks([
        { id: 'x', type: 'function', name: 'a', arguments: '{"k":1}' },
        { id: 'x', type: 'function', name: 'b', arguments: '{"k"' },
      ]),
      asks({ id: 'x', type: '', name: '', arguments: ':2}' }),
    );
    expect(toolCallsOf(sameId)).toEqual([
      { id: 'x', type: 'function', name: 'a', arguments: '{"k":1}' },
      { id: 'x', type: 'function', name: 'b', arguments: '{"k":2}' },
    ]);
  });

  it('[CX-105] keeps the name of a call that is repeated', () => {
    const pieces = [0, undefined].map((index) =>
      aggregated(
        ...['{', '}'].map((text) =>
          asks({ id: 'x', type: 'function', name: 'a', arguments: text, ...(index !== undefined && { index }) }),
        ),
      ),
    );
    for (const response of pieces) {
      expect(toolCallsOf(response)).toEqual([{ id: 'x', type: 'function', name: 'a', arguments: '{}' }]);
    }
  });

  it('[CX-105] makes the same message of any split of a response into pieces', () => {
    /** Cuts a text at two places, which may be the same. */
    const cut = (text: string, at: readonly number[]): readonly string[] => {
      const [a, b] = at.map((position) => position % (text.length + 1)).sort((x, y) => x - y) as [number, number];
      return [text.slice(0, a), text.slice(a, b), text.slice(b)];
    };
    const places = fc.tuple(fc.nat(), fc.nat());
    const callParts = fc.record({ name: fc.stringMatching(/^[a-z]{1,8}$/), text: fc.json(), at: places });
    fc.assert(
      fc.property(
        fc.string(),
        places,
        fc.array(callParts, { maxLength: 4 }),
        fc.constantFrom('index', 'id', 'index and id'),
        (text, at, calls, identity) => {
          const whole = calls.map(({ name, text: json }, index) => ({
            id: `id${index}`,
            type: 'function',
            name,
            arguments: json,
          }));
          // The pieces of parallel calls interleave, and text comes between them.
          const parts: ChatResponse[] = [];
          for (let turn = 0; turn < 3; turn++) {
            parts.push(chunk(cut(text, at)[turn] ?? ''));
            calls.forEach(({ name, text: json, at: callAt }, index) => {
              const first = turn === 0;
              parts.push(
                asks({
                  id: first || identity !== 'index' ? `id${index}` : '',
                  type: first ? 'function' : '',
                  name: first ? name : '',
                  arguments: cut(json, callAt)[turn] ?? '',
                  ...(identity !== 'id' && { index }),
                }),
              );
            });
          }
          const output = aggregated(...parts).result?.output;
          expect(output?.equals(new AssistantMessage(text, { toolCalls: whole }))).toBe(true);
        },
      ),
    );
  });
});

describe('aggregate', () => {
  const parts = [chunk('Hello '), chunk('world')].map((response, index) =>
    ChatClientResponse.builder()
      .chatResponse(response)
      .context({ [`c${index}`]: index })
      .round(1)
      .build(),
  );

  async function* stream(error?: Error): AsyncIterable<ChatClientResponse> {
    yield* parts;
    if (error) throw error;
  }

  it('hands the chunks on and reports what they amount to', async () => {
    const completed: ChatClientResponse[] = [];
    const chunks = await collect(aggregate(stream(), (response) => completed.push(response)));
    expect(chunks).toEqual(parts);
    expect(completed).toHaveLength(1);
    expect(completed[0]?.chatResponse?.result?.output.text).toBe('Hello world');
    expect(completed[0]?.context).toEqual({ c0: 0, c1: 1 });
    expect(completed[0]?.round).toBe(1);
  });

  it('reports nothing of a stream that fails or is abandoned', async () => {
    const completed: ChatClientResponse[] = [];
    const note = (response: ChatClientResponse): void => void completed.push(response);
    await expect(collect(aggregate(stream(new RangeError('broken')), note))).rejects.toThrow('broken');
    for await (const _ of aggregate(stream(), note)) break;
    expect(completed).toEqual([]);
  });
});
