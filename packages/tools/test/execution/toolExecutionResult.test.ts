import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException } from '@toolwright/core';
import { AssistantMessage, type Message, type ToolResponse, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { ToolExecutionResult } from '@toolwright/tools';

function generationsOf(...messages: readonly Message[]) {
  return ToolExecutionResult.buildGenerations(
    ToolExecutionResult.builder().conversationHistory(messages).returnDirect(true).build(),
  );
}

const weather: ToolResponse = { id: '42', name: 'weather', responseData: 'Sunny' };
const news: ToolResponse = { id: '21', name: 'news', responseData: 'None' };

describe('answers made from results that are returned directly', () => {
  it('[TM-22] has one per response, in order', () => {
    const generations = generationsOf(new UserMessage('?'), new ToolResponseMessage([weather, news]));
    expect(generations.map(({ output }) => output.text)).toEqual(['Sunny', 'None']);
    expect(generations.map(({ metadata }) => metadata)).toEqual([
      { finishReason: 'returnDirect', toolId: '42', toolName: 'weather' },
      { finishReason: 'returnDirect', toolId: '21', toolName: 'news' },
    ]);
  });

  it('[TM-23] copes with missing parts and takes the last message only', () => {
    expect(generationsOf(new ToolResponseMessage([]))).toEqual([]);
    expect(generationsOf(new ToolResponseMessage([{ ...weather, responseData: '' }]))[0]?.output.text).toBe('');
    expect(
      generationsOf(new ToolResponseMessage([{ ...weather, responseData: null as never }]))[0]?.output.text,
    ).toBeNull();
    const last = generationsOf(new ToolResponseMessage([weather]), new ToolResponseMessage([news]));
    expect(last.map(({ output }) => output.text)).toEqual(['None']);
    expect(generationsOf(new ToolResponseMessage([{ ...weather, name: '' }]))[0]?.metadata['toolName']).toBe('');
    const withoutId = generationsOf(new ToolResponseMessage([{ ...weather, id: null as never }]));
    expect(withoutId).toHaveLength(1);
    expect(withoutId[0]?.metadata['toolId']).toBeNull();
  });

  it('makes none from a history that does not end with tool responses', () => {
    expect(generationsOf(new ToolResponseMessage([weather]), new AssistantMessage('Done'))).toEqual([]);
  });

  it('[TM-24] refuses an empty history', () => {
    expect(() => generationsOf()).toThrow(new IllegalStateException('conversationHistory cannot be empty'));
    expect(() => generationsOf()).toThrow(IllegalStateException);
  });
});

describe('the builder of a result', () => {
  it('[TM-25] has defaults, checks its list and keeps a frozen copy of it', () => {
    const defaults = ToolExecutionResult.builder().build();
    expect(defaults.conversationHistory).toEqual([]);
    expect(defaults.returnDirect).toBe(false);

    const builder = ToolExecutionResult.builder();
    expect(() => builder.conversationHistory(null as never)).toThrow(
      new IllegalArgumentException('conversationHistory cannot be null'),
    );
    const user = new UserMessage('?');
    expect(() => builder.conversationHistory([user, null as never]).build()).toThrow(
      new IllegalArgumentException('conversationHistory cannot contain null elements'),
    );
    expect(() => builder.conversationHistory([null as never, user]).build()).toThrow(IllegalArgumentException);

    const list: Message[] = [user];
    const first = builder.conversationHistory(list).returnDirect(true).build();
    const second = builder.conversationHistory([]).returnDirect(false).build();
    list.push(new UserMessage('!'));
    expect(first.conversationHistory).toEqual([user]);
    expect(first.returnDirect).toBe(true);
    expect(second.conversationHistory).toEqual([]);
    expect(second.returnDirect).toBe(false);
    expect(() => (first.conversationHistory as Message[]).push(user)).toThrow(TypeError);
  });
});
