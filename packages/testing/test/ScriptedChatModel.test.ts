import { describe, expect, it } from '@jest/globals';
import { AssistantMessage, ChatOptions, type ChatResponse, Generation, Prompt, usageOf } from '@toolwright/model';
import { ChatResponse as Response } from '@toolwright/model';
import { chunkedReply, ScriptedChatModel, ScriptExhaustedException, textReply, toolCall } from '@toolwright/testing';

const hello = new Prompt('hello');

async function collect(stream: AsyncIterable<ChatResponse>): Promise<ChatResponse[]> {
  const chunks: ChatResponse[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe('replies of the script', () => {
  it('answers with the replies in order and keeps the prompts', async () => {
    const model = new ScriptedChatModel(['one', 'two']);
    const second = new Prompt('again');
    expect((await model.call(hello)).result?.output.text).toBe('one');
    expect(model.remaining).toBe(1);
    expect((await model.call(second)).result?.output.text).toBe('two');
    expect(model.prompts).toEqual([hello, second]);
    expect(model.prompts[1]).toBe(second);
    expect(model.remaining).toBe(0);
  });

  it('ends a text with STOP', async () => {
    const { result } = await new ScriptedChatModel(['one']).call(hello);
    expect(result?.metadata.finishReason).toBe('STOP');
  });

  it('asks for one tool or for several and ends with TOOL_CALLS', async () => {
    const model = new ScriptedChatModel([
      toolCall('add', { a: 1 }, 'x'),
      [toolCall('add', {}, 'y'), toolCall('sub', '{broken', 'z')],
    ]);
    const first = await model.call(hello);
    expect(first.result?.metadata.finishReason).toBe('TOOL_CALLS');
    expect(first.result?.output.text).toBeNull();
    expect(first.result?.output.toolCalls).toEqual([{ id: 'x', type: 'function', name: 'add', arguments: '{"a":1}' }]);
    expect((await model.call(hello)).result?.output.toolCalls.map((call) => call.arguments)).toEqual(['{}', '{broken']);
  });

  it('passes on a message and a complete response as they are', async () => {
    const message = new AssistantMessage('thinking', { toolCalls: [toolCall('add')] });
    const response = new Response([new Generation(new AssistantMessage('cut'), { finishReason: 'LENGTH' })]);
    const model = new ScriptedChatModel([message, response]);
    expect((await model.call(hello)).result?.output).toBe(message);
    expect(await model.call(hello)).toBe(response);
  });

  it('throws an error of the script', async () => {
    const failure = new TypeError('overloaded');
    await expect(new ScriptedChatModel([failure]).call(hello)).rejects.toBe(failure);
  });

  it('makes a reply from the prompt', async () => {
    const model = new ScriptedChatModel([
      (prompt) => `You said ${prompt.contents}`,
      async () => textReply('later', usageOf(3, 4)),
    ]);
    expect((await model.call(hello)).result?.output.text).toBe('You said hello');
    expect((await model.call(hello)).metadata.usage.totalTokens).toBe(7);
  });

  it('gives tool calls without an id different ids', () => {
    expect(toolCall('a').id).not.toBe(toolCall('a').id);
    expect(toolCall('a').arguments).toBe('{}');
  });

  it('gives the default options', () => {
    const options = new ChatOptions({ model: 'm' });
    expect(new ScriptedChatModel([], { defaultOptions: options }).defaultOptions).toBe(options);
    expect(new ScriptedChatModel([]).defaultOptions.model).toBeNull();
  });
});

describe('the end of the script', () => {
  it('fails with an exception that says what happened', async () => {
    const model = new ScriptedChatModel(['one']);
    await model.call(hello);
    const failure: unknown = await model.call(new Prompt('once more')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ScriptExhaustedException);
    expect(failure).toMatchObject({ code: 'SCRIPT_EXHAUSTED', replies: 1, request: 2, lastText: 'once more' });
    expect((failure as Error).message).toBe(
      'The script of the ScriptedChatModel has 1 replies, but this is request 2 (its last message: "once more"). ' +
        'Add a reply, or set repeatLast.',
    );
  });

  it('repeats the last reply when asked to', async () => {
    const model = new ScriptedChatModel(['one', 'two'], { repeatLast: true });
    const texts = [];
    for (let i = 0; i < 4; i++) texts.push((await model.call(hello)).result?.output.text);
    expect(texts).toEqual(['one', 'two', 'two', 'two']);
  });
});

describe('streams', () => {
  it('hands out any other reply as one chunk', async () => {
    const chunks = await collect(new ScriptedChatModel(['all']).stream(hello));
    expect(chunks.map(({ result }) => result?.output.text)).toEqual(['all']);
  });

  it('hands out chunks, the last one with the finish reason', async () => {
    const model = new ScriptedChatModel([chunkedReply('a ', 'b', toolCall('add', {}, 'x'))]);
    const chunks = await collect(model.stream(hello));
    expect(chunks.map(({ result }) => result?.output.text)).toEqual(['a ', 'b', null]);
    expect(chunks.map(({ result }) => result?.metadata.finishReason)).toEqual([null, null, 'TOOL_CALLS']);
    expect(model.prompts).toEqual([hello]);
  });

  it('breaks off where an error stands', async () => {
    const failure = new Error('cut');
    const seen: (string | null | undefined)[] = [];
    const read = async () => {
      for await (const { result } of new ScriptedChatModel([chunkedReply('a', failure, 'b')]).stream(hello)) {
        seen.push(result?.output.text);
      }
    };
    await expect(read()).rejects.toBe(failure);
    expect(seen).toEqual(['a']);
  });

  it('joins chunks for a call', async () => {
    const last = textReply('!', usageOf(5, 2));
    const response = await new ScriptedChatModel([chunkedReply('a', 'b', toolCall('add', {}, 'x'), last)]).call(hello);
    expect(response.result?.output.text).toBe('ab!');
    expect(response.result?.output.toolCalls.map(({ id }) => id)).toEqual(['x']);
    expect(response.metadata.usage.totalTokens).toBe(7);
    expect(response.result?.metadata.finishReason).toBe('STOP');
  });

  it('joins the pieces of tool calls for a call', async () => {
    const piece = (index: number, args: string, begin = {}) => ({
      id: '',
      type: '',
      name: '',
      arguments: args,
      index,
      ...begin,
    });
    const begun = (id: string) => ({ id, type: 'function', name: 'add' });
    const model = new ScriptedChatModel([
      chunkedReply(piece(0, '{"a"', begun('x')), piece(1, '{"b"', begun('y')), piece(0, ':1}'), piece(1, ':2}')),
    ]);
    expect((await model.call(hello)).result?.output.toolCalls).toEqual([
      { id: 'x', type: 'function', name: 'add', arguments: '{"a":1}' },
      { id: 'y', type: 'function', name: 'add', arguments: '{"b":2}' },
    ]);
  });

  it('fails when the script has no chunk left', async () => {
    await expect(collect(new ScriptedChatModel([]).stream(hello))).rejects.toBeInstanceOf(ScriptExhaustedException);
  });
});

describe('signals', () => {
  it('rejects a request whose signal has fired, without using a reply', async () => {
    const model = new ScriptedChatModel(['one']);
    const reason = new Error('gone');
    await expect(model.call(hello, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(collect(model.stream(hello, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(model.prompts).toEqual([]);
    expect(model.remaining).toBe(1);
  });

  it('ends a request that waits for its reply function', async () => {
    const controller = new AbortController();
    const model = new ScriptedChatModel([() => new Promise<string>(() => undefined)]);
    const answer = model.call(hello, { signal: controller.signal });
    const reason = new Error('gone');
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  it('hands the signal to the reply function', async () => {
    const { signal } = new AbortController();
    const model = new ScriptedChatModel([(_, received) => String(received === signal)]);
    expect((await model.call(hello, { signal })).result?.output.text).toBe('true');
  });

  it('ends a stream between two chunks', async () => {
    const controller = new AbortController();
    const reason = new Error('gone');
    const seen: unknown[] = [];
    const read = async () => {
      for await (const chunk of new ScriptedChatModel([chunkedReply('a', 'b')]).stream(hello, controller)) {
        seen.push(chunk);
        controller.abort(reason);
      }
    };
    await expect(read()).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });
});
