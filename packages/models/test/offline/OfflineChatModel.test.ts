import { describe, expect, it } from '@jest/globals';
import {
  AssistantMessage,
  ChatOptions,
  type ChatResponse,
  Prompt,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';
import { OfflineChatModel, TokenCounter } from '@toolwright/models';
import { ToolCallingChatOptions } from '@toolwright/tools';
import fc from 'fast-check';
import { defineToolWithSchema } from '../catalogue/defineTool.js';
import { leisureTools } from '../catalogue/leisure.js';
import { warehouseTools } from '../catalogue/warehouse.js';

const model = new OfflineChatModel();
const options = new ToolCallingChatOptions({ toolCallbacks: [...warehouseTools, ...leisureTools] });

async function collect(stream: AsyncIterable<ChatResponse>): Promise<ChatResponse[]> {
  const chunks: ChatResponse[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe('responses', () => {
  it('end with TOOL_CALLS or STOP and name the model', async () => {
    const calls = await model.call(new Prompt('Open dock door 4', options));
    expect(calls.result?.metadata.finishReason).toBe('TOOL_CALLS');
    expect(calls.result?.output.text).toBeNull();
    expect(calls.metadata.model).toBe('offline');
    const text = await model.call(new Prompt('Tell me a joke', options));
    expect(text.result?.metadata.finishReason).toBe('STOP');
    expect(text.result?.output.hasToolCalls()).toBe(false);
  });

  it('[OP-08] use the options of the prompt whole, and those of the model if it brings none', async () => {
    const withTools = new OfflineChatModel({ defaultOptions: options });
    const ask = async (own: ChatOptions | null): Promise<readonly (boolean | undefined)[]> => {
      const prompt = new Prompt('Open dock door 4', own);
      const streamed = (await collect(withTools.stream(prompt))).at(-1);
      return [await withTools.call(prompt), streamed].map((answer) => answer?.hasToolCalls());
    };
    expect(await ask(null)).toEqual([true, true]);
    // Nothing is merged: options without tools mean no tools.
    expect(await ask(new ToolCallingChatOptions({ temperature: 0.5 }))).toEqual([false, false]);
    expect(await ask(new ChatOptions())).toEqual([false, false]);
  });

  it('are the same for the same prompt', async () => {
    const prompt = new Prompt('Where is Mars in the sky and when is sunset in Rome?', options);
    expect(await model.call(prompt)).toEqual(await new OfflineChatModel().call(prompt));
  });

  it('report the tokens of the whole request and of the answer', async () => {
    const counter = await TokenCounter.load();
    const prompt = new Prompt('Open dock door 4', options);
    const { metadata } = await model.call(prompt);
    expect(metadata.usage.promptTokens).toBe(counter.countPrompt(prompt));
    expect(metadata.usage.completionTokens).toBe(counter.countText('openDockDoor') + counter.countText('{"door":4}'));
    expect(metadata.usage.totalTokens).toBe(metadata.usage.promptTokens + metadata.usage.completionTokens);
  });

  it('give calls ids that the conversation does not have yet', async () => {
    const toolCalls = [{ id: 'call_7', type: 'function', name: 'sunset', arguments: '{}' }];
    const history = [
      new UserMessage('x'),
      new AssistantMessage(null, { toolCalls }),
      new ToolResponseMessage([{ id: 'call_9', name: 'sunset', responseData: '1' }]),
      new UserMessage('Where is Mars in the sky and when is sunset in Rome?'),
    ];
    const { result } = await model.call(new Prompt(history, options));
    expect(result?.output.toolCalls.map(({ id }) => id)).toEqual(['call_10', 'call_11']);
  });

  it('use the default options that were given', () => {
    const defaultOptions = new ChatOptions({ model: 'mine' });
    expect(new OfflineChatModel({ defaultOptions }).defaultOptions).toBe(defaultOptions);
    expect(model.defaultOptions.model).toBe('offline');
  });

  it('change when a tool is taken away, and never name a tool that was not sent', async () => {
    const toolCallbacks = options.toolCallbacks!.filter(({ definition }) => definition.name !== 'openDockDoor');
    const { result } = await model.call(new Prompt('Open dock door 4', new ToolCallingChatOptions({ toolCallbacks })));
    expect(result?.output.toolCalls.map(({ name }) => name)).not.toContain('openDockDoor');
    expect(result?.output.text ?? '').not.toContain('openDockDoor');
  });
});

describe('streams', () => {
  it('hand out a text word by word, usage and finish reason in the last chunk', async () => {
    const prompt = new Prompt('Tell me a joke', options);
    const whole = await model.call(prompt);
    const chunks = await collect(model.stream(prompt));
    expect(chunks.length).toBeGreaterThan(10);
    expect(chunks.map(({ result }) => result?.output.text).join('')).toBe(whole.result?.output.text);
    expect(chunks.slice(0, -1).every(({ metadata }) => metadata.usage.totalTokens === 0)).toBe(true);
    expect(chunks.slice(0, -1).every(({ result }) => result?.metadata.finishReason === null)).toBe(true);
    expect(chunks.at(-1)?.metadata.usage).toEqual(whole.metadata.usage);
    expect(chunks.at(-1)?.result?.metadata.finishReason).toBe('STOP');
  });

  it('hand out tool calls in one chunk', async () => {
    const prompt = new Prompt('Where is Mars in the sky and when is sunset in Rome?', options);
    expect(await collect(model.stream(prompt))).toEqual([await model.call(prompt)]);
  });

  it('end when the signal fires', async () => {
    const controller = new AbortController();
    const reason = new Error('gone');
    const seen: ChatResponse[] = [];
    const read = async () => {
      for await (const chunk of model.stream(new Prompt('Tell me a joke', options), controller)) {
        seen.push(chunk);
        controller.abort(reason);
      }
    };
    await expect(read()).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });
});

describe('signals', () => {
  it('reject a call that is aborted already', async () => {
    const reason = new Error('gone');
    await expect(model.call(new Prompt('x'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('hostile input', () => {
  const words = fc.constantFrom(
    'convert',
    'and',
    'then',
    '"',
    "'",
    '「',
    '{',
    '[',
    '}',
    ']',
    '2026-02-31',
    '1e999',
    '-',
    '/',
    '..',
    'it',
    'the result',
    '東京',
    '날씨',
    '\n',
    ';',
    '?',
    '<|endoftext|>',
    '\ud800',
    'order',
    'to',
    'from',
    '5',
    'stop the timer',
    '__proto__',
    'constructor',
  );
  const requests = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(words, { maxLength: 30 }).map((list) => list.join(' ')),
  );

  it('never fails on any request', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { result } = await model.call(new Prompt(request, options));
        expect(result).not.toBeNull();
        for (const call of result?.output.toolCalls ?? []) expect(typeof JSON.parse(call.arguments)).toBe('object');
      }),
      { numRuns: 300 },
    );
  });

  it('never fails on any schema', async () => {
    const keywords = fc.constantFrom(
      'type',
      'properties',
      'required',
      'enum',
      'items',
      'anyOf',
      '$ref',
      'description',
      'format',
      'default',
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.constantFrom('object', 'string', 'number', 'array', '#/properties/a', '#'),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(keywords, fc.constantFrom('door', '__proto__', 'constructor')), tie('schema'), {
          maxKeys: 5,
        }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(schema, requests, async (properties, request) => {
        const inputSchema = JSON.stringify({ type: 'object', properties, required: ['door'] });
        const toolCallbacks = [defineToolWithSchema('openDoor', 'Opens a door.', inputSchema)];
        const { result } = await model.call(
          new Prompt(`open the door ${request}`, new ToolCallingChatOptions({ toolCallbacks })),
        );
        expect(result).not.toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('never fails on text that is no schema at all', async () => {
    for (const inputSchema of ['not json', 'null', '[]', '7', '{"properties":[]}', '{"$ref":"#/$ref"}']) {
      const callback = defineToolWithSchema('openDoor', 'Opens a door.', inputSchema);
      const { result } = await model.call(
        new Prompt('open door', new ToolCallingChatOptions({ toolCallbacks: [callback] })),
      );
      expect(result?.output.toolCalls.map(({ name }) => name)).toEqual(['openDoor']);
    }
  });

  it('never fails on any result', async () => {
    const call = { id: 'call_1', type: 'function', name: 'openDockDoor', arguments: '{"door":4}' };
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (responseData) => {
        const messages = [
          new UserMessage('Open dock door 4'),
          new AssistantMessage(null, { toolCalls: [call] }),
          new ToolResponseMessage([{ id: call.id, name: call.name, responseData }]),
        ];
        const { result } = await model.call(new Prompt(messages, options));
        expect(result?.output.text).toContain('openDockDoor');
      }),
      { numRuns: 200 },
    );
  });

  it('takes a long request of repeated patterns in a reasonable time', async () => {
    await TokenCounter.load();
    for (const piece of ['a and then ', '"', '(1+', '[[', 'from to ', 'A.b/', '1,111', "it's ", '{"a":']) {
      const start = performance.now();
      await model.call(new Prompt(piece.repeat(20_000 / piece.length), options));
      expect(performance.now() - start).toBeLessThan(20_000);
    }
  });
});
