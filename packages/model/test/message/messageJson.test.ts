import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException } from '@toolwright/core';
import {
  AssistantMessage,
  type Message,
  messageFromJson,
  type MessageJson,
  messageToJson,
  SystemMessage,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';
import fc from 'fast-check';

function there(message: Message): unknown {
  return JSON.parse(JSON.stringify(messageToJson(message)));
}

function back(message: Message): Message {
  return messageFromJson(there(message) as MessageJson);
}

describe('a message as JSON', () => {
  it('is short where the message is plain', () => {
    expect(there(new UserMessage('hello'))).toEqual({ type: 'user', text: 'hello' });
    expect(there(new SystemMessage('', { a: 1 }))).toEqual({ type: 'system', text: '', metadata: { a: 1 } });
    expect(there(new AssistantMessage(null))).toEqual({ type: 'assistant' });
    expect(there(new ToolResponseMessage([]))).toEqual({ type: 'tool', responses: [] });
  });

  it.each<Message>([
    new SystemMessage('rule', { source: 'file' }),
    new UserMessage('see', {
      media: [
        { mimeType: 'image/png', data: new Uint8Array([0, 1, 254, 255]), id: 'm1', name: 'dot.png' },
        { mimeType: 'audio/mpeg', data: new URL('https://example.com/a.mp3') },
      ],
    }),
    new AssistantMessage(null, {
      toolCalls: [{ id: 'c1', type: 'function', name: 'getWeather', arguments: 'not json' }],
      media: [{ mimeType: 'text/plain', data: new Uint8Array() }],
      metadata: { finishReason: 'stop' },
    }),
    new ToolResponseMessage(
      [
        { id: 'c1', name: 'getWeather', responseData: 'sunny' },
        { id: 'c2', name: 'x', responseData: 'no', isError: true, error: { code: 'TOOL_FAILED', phase: 'execute' } },
      ],
      { took: 5 },
    ),
  ])('comes back as it was: %#', (message) => {
    const found = back(message);
    expect(found).toBeInstanceOf(message.constructor);
    expect(found.equals(message)).toBe(true);
    expect((found as UserMessage).media).toEqual((message as UserMessage).media);
  });

  it('keeps metadata that JSON has no form for', () => {
    const metadata = {
      at: new Date(5),
      never: new Date(Number.NaN),
      address: new URL('https://example.com/'),
      bytes: new Uint8Array([1, 2]),
      big: 2n ** 70n,
      none: Number.NaN,
      far: Number.NEGATIVE_INFINITY,
      map: new Map<unknown, unknown>([[{ a: 1 }, new Date(1)]]),
      set: new Set([1n]),
      tagged: { $type: 'date', value: 'mine' },
    };
    const { never, ...others } = back(new UserMessage('q', { metadata })).metadata;
    expect(never instanceof Date && Number.isNaN(never.getTime())).toBe(true);
    expect({ ...others, never: metadata.never }).toEqual({ ...metadata, messageType: 'user' });
  });

  it('leaves out what cannot be kept instead of failing', () => {
    const cyclic: Record<string, unknown> = { kept: true };
    cyclic['self'] = cyclic;
    const shared = { x: 1 };
    const metadata = {
      cyclic,
      run: () => 1,
      nothing: undefined,
      symbol: Symbol('s'),
      list: [() => 1],
      a: shared,
      b: shared,
    };
    expect(back(new UserMessage('q', { metadata })).metadata).toEqual({
      messageType: 'user',
      cyclic: { kept: true },
      list: [null],
      a: shared,
      b: shared,
    });
  });

  it('does not change the prototype of what it reads', () => {
    const json = JSON.parse('{"type":"user","text":"q","metadata":{"x":{"__proto__":{"admin":true}}}}') as MessageJson;
    expect((messageFromJson(json).metadata['x'] as { admin?: boolean }).admin).toBeUndefined();
  });

  it('keeps any JSON in metadata and any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (text, value) => {
        const message = new AssistantMessage(text, { metadata: { value } });
        expect(back(message).text).toBe(message.text);
        expect(JSON.stringify(back(message).metadata['value'])).toBe(JSON.stringify(value));
      }),
    );
  });

  it('refuses what is no message', () => {
    expect(() => messageFromJson({ type: 'robot' } as never)).toThrow(IllegalArgumentException);
  });
});
