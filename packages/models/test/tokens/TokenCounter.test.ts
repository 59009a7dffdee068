import { beforeAll, describe, expect, it } from '@jest/globals';
import { AssistantMessage, Prompt, SystemMessage, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { TokenCounter } from '@toolwright/models';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { leisureTools } from '../catalogue/leisure.js';

let counter: TokenCounter;
beforeAll(async () => {
  counter = await TokenCounter.load();
});

describe('TokenCounter', () => {
  it('is loaded once', async () => {
    expect(await TokenCounter.load()).toBe(counter);
  });

  it('counts texts as the o200k encoding does', () => {
    expect(counter.countText('')).toBe(0);
    expect(counter.countText('hello world')).toBe(2);
    expect(counter.countText('도시의 날씨 예보를 조회')).toBe(encode('도시의 날씨 예보를 조회').length);
  });

  it('counts long texts exactly, piece by piece', () => {
    const text = 'The quick brown fox, 12 jumps; "over" the lazy dog.\n'.repeat(200);
    expect(counter.countText(text)).toBe(encode(text).length);
  });

  it('counts a long run of one character in little time', () => {
    const start = performance.now();
    expect(counter.countText('"'.repeat(100_000))).toBeGreaterThan(1000);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('counts control tokens in a text as plain text', () => {
    expect(counter.countText('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('counts roles, tool calls and tool responses', () => {
    const toolCalls = [{ id: 'call_1', type: 'function', name: 'sunset', arguments: '{"city":"Rome"}' }];
    const calls =
      '{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"sunset","arguments":"{\\"city\\":\\"Rome\\"}"}}]}';
    expect(counter.countMessage(new AssistantMessage(null, { toolCalls }))).toBe(encode(calls).length);
    const responses = [
      { id: 'call_1', name: 'sunset', responseData: '19:44' },
      { id: 'call_2', name: 'sunset', responseData: '19:45' },
    ];
    const texts = responses.map(
      ({ id, responseData }) => `{"role":"tool","tool_call_id":"${id}","name":"sunset","content":"${responseData}"}`,
    );
    expect(counter.countMessage(new ToolResponseMessage(responses))).toBe(encode(texts.join()).length);
    expect(counter.countMessage(new UserMessage('hi'))).toBe(encode('{"role":"user","content":"hi"}').length);
  });

  it('counts name, description and schema of a tool', () => {
    const { definition } = leisureTools[0]!;
    const { name, description, inputSchema } = definition;
    const text = `{"type":"function","function":{"name":"${name}","description":"${description}","parameters":${inputSchema}}}`;
    expect(counter.countToolDefinition(definition)).toBe(encode(text).length);
  });

  it('counts a prompt as the sum of its elements and their separators', () => {
    const messages = [new SystemMessage('Be brief.'), new UserMessage('hi')];
    const bare = counter.countPrompt(new Prompt(messages));
    expect(bare).toBe(messages.reduce((sum, message) => sum + counter.countMessage(message) + 1, 0));
    const prompt = new Prompt(messages, new ToolCallingChatOptions({ toolCallbacks: leisureTools }));
    const tools = leisureTools.reduce((sum, { definition }) => sum + counter.countToolDefinition(definition) + 1, 0);
    expect(counter.countPrompt(prompt)).toBe(bare + tools);
    expect(counter.countPrompt(prompt)).toBe(bare + tools);
  });
});
