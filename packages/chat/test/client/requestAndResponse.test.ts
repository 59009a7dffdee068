import { describe, expect, it } from '@jest/globals';
import { ChatClientRequest, ChatClientResponse } from '@toolwright/chat';
import { IllegalArgumentException } from '@toolwright/core';
import { Prompt } from '@toolwright/model';
import { says } from '../support/models.js';

const prompt = new Prompt('question');
const refused = (message: string): IllegalArgumentException => new IllegalArgumentException(message);

describe('ChatClientRequest', () => {
  it('[AD-18] needs a prompt and whole context, and never changes', () => {
    expect(() => ChatClientRequest.builder().build()).toThrow(refused('prompt cannot be null'));
    expect(() => ChatClientRequest.builder().prompt(null as never)).toThrow(refused('prompt cannot be null'));
    expect(() => ChatClientRequest.builder().context(null as never)).toThrow(refused('context cannot be null'));
    expect(() => ChatClientRequest.builder().context(new Map([[null as never, 1]]))).toThrow(
      refused('context keys cannot be null'),
    );
    expect(() => ChatClientRequest.builder().context(null as never, 1)).toThrow(refused('context keys cannot be null'));

    const request = ChatClientRequest.builder().prompt(prompt).context({ a: 1 }).build();
    expect(request.mutate().context({ b: 2 }).build().context).toEqual({ a: 1, b: 2 });
    const other = new Prompt('other');
    const copied = request.copy();
    expect(copied).not.toBe(request);
    expect(copied.mutate().prompt(other).context('a', 2).build().context).toEqual({ a: 2 });
    expect(copied.prompt).toBe(prompt);
    expect(request.prompt).toBe(prompt);
    expect(request.context).toEqual({ a: 1 });
  });

  it('keeps signal, round and the state of the turn through changes', () => {
    const { signal } = new AbortController();
    const request = ChatClientRequest.builder().prompt(prompt).signal(signal).build();
    request.turn.set('a', 1);
    const changed = request.mutate().context('b', 2).build().withPrompt(new Prompt('other'));
    expect(changed.signal).toBe(signal);
    expect(changed.abortable).toBe(true);
    expect(changed.round).toBe(0);
    expect(changed.turn.get('a')).toBe(1);
    const other = ChatClientRequest.builder().prompt(prompt).build();
    expect(other.abortable).toBe(false);
    expect(other.signal.aborted).toBe(false);
    expect(other.turn.size).toBe(0);
  });
});

describe('ChatClientResponse', () => {
  it('[AD-18] may lack an answer but no context, and never changes', () => {
    expect(() => ChatClientResponse.builder().context(null as never)).toThrow(refused('context cannot be null'));
    expect(() => ChatClientResponse.builder().context(new Map([[null as never, 1]]))).toThrow(
      refused('context keys cannot be null'),
    );
    expect(ChatClientResponse.builder().chatResponse(null).build().chatResponse).toBeNull();

    const answer = says('answer');
    const response = ChatClientResponse.builder().chatResponse(answer).context({ a: 1 }).round(2).build();
    expect(response.mutate().context({ b: 2 }).build().context).toEqual({ a: 1, b: 2 });
    const copied = response.copy();
    expect(copied).not.toBe(response);
    copied.mutate().chatResponse(null).context('a', 2).build();
    expect(copied.chatResponse).toBe(answer);
    expect(response.chatResponse).toBe(answer);
    expect(response.context).toEqual({ a: 1 });
    expect(response.mutate().build().round).toBe(2);
  });
});
