import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException } from '@toolwright/core';
import {
  AssistantMessage,
  type Media,
  SystemMessage,
  type ToolCall,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';

const call: ToolCall = { id: '1', type: 'function', name: 'tool', arguments: '{}' };
const image: Media = { mimeType: 'image/png', data: new URL('https://example.test/a.png') };
const sound: Media = { mimeType: 'audio/wav', data: new URL('https://example.test/a.wav') };

describe('Message', () => {
  it('[AD-20] compares type, text, metadata and, by type, the other parts', () => {
    expect(new SystemMessage('x').equals(new SystemMessage('x'))).toBe(true);
    expect(new SystemMessage('x').equals(new UserMessage('x'))).toBe(false);
    expect(new SystemMessage('x').equals(new SystemMessage('y'))).toBe(false);
    expect(new UserMessage('x', { metadata: { a: 1 } }).equals(new UserMessage('x', { metadata: { a: 1 } }))).toBe(
      true,
    );
    expect(new UserMessage('x', { metadata: { a: 1 } }).equals(new UserMessage('x'))).toBe(false);
    expect(new UserMessage('x', { media: [image] }).equals(new UserMessage('x', { media: [sound] }))).toBe(true);

    const asking = new AssistantMessage('x', { toolCalls: [call] });
    expect(asking.equals(new AssistantMessage('x', { toolCalls: [{ ...call }] }))).toBe(true);
    expect(asking.equals(new AssistantMessage('x', { toolCalls: [{ ...call, arguments: '[]' }] }))).toBe(false);
    expect(asking.equals(new AssistantMessage('x'))).toBe(false);
    const showing = new AssistantMessage('x', { media: [image] });
    expect(showing.equals(new AssistantMessage('x', { media: [{ ...image }] }))).toBe(true);
    expect(showing.equals(new AssistantMessage('x', { media: [sound] }))).toBe(false);

    const answer = new ToolResponseMessage([{ id: '1', name: 'tool', responseData: 'data' }]);
    expect(answer.equals(new ToolResponseMessage([{ id: '1', name: 'tool', responseData: 'data' }]))).toBe(true);
    expect(answer.equals(new ToolResponseMessage([{ id: '1', name: 'tool', responseData: 'other' }]))).toBe(false);
  });

  it('[AD-20] requires a text of system and user messages only', () => {
    const refused = new IllegalArgumentException('Content must not be null for SYSTEM or USER messages');
    expect(() => new SystemMessage(null as never)).toThrow(refused);
    expect(() => new UserMessage(null as never)).toThrow(refused);
    expect(() => new UserMessage(undefined as never)).toThrow(refused);
    expect(new AssistantMessage(null).text).toBeNull();
    expect(new ToolResponseMessage([]).text).toBe('');
  });

  it('has the entry messageType in its metadata, whatever the author gives', () => {
    expect(new UserMessage('x').metadata).toEqual({ messageType: 'user' });
    expect(new SystemMessage('x', { a: 1, messageType: 'user' }).metadata).toEqual({ a: 1, messageType: 'system' });
  });
});
