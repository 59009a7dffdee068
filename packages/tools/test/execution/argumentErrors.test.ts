import { describe, expect, it } from '@jest/globals';
import type { ToolCall, ToolResponseMessage } from '@toolwright/model';
import { Tool, ToolCallbacks, ToolCallingManager, ToolParam } from '@toolwright/tools';
import { answerWith, callOf, promptWith } from './testTools.js';

class Greetings {
  readonly cities: string[] = [];

  @Tool()
  greet(city: string): string {
    this.cities.push(city);
    return `Hello ${city}`;
  }

  @Tool()
  rate(@ToolParam({ schema: { type: 'integer', minimum: 1, maximum: 5 } }) stars: number): string {
    return '*'.repeat(stars);
  }
}

async function respond(tools: Greetings, ...calls: readonly ToolCall[]) {
  const prompt = promptWith(ToolCallbacks.from(tools));
  const result = await ToolCallingManager.builder()
    .build()
    .executeToolCalls(prompt, answerWith(...calls));
  return (result.conversationHistory.at(-1) as ToolResponseMessage).responses;
}

describe('argument errors in a turn', () => {
  it('[TX-04] answers the model instead of running the tool, and the turn goes on', async () => {
    const tools = new Greetings();
    const responses = await respond(tools, callOf('greet', '{}', '1'), callOf('greet', '{"city":"Rome"}', '2'));
    expect(responses[0]).toMatchObject({
      id: '1',
      name: 'greet',
      responseData: "Invalid arguments for tool 'greet': $.city is required",
      isError: true,
      error: { code: 'INVALID_ARGUMENTS', phase: 'arguments' },
    });
    expect(responses[1]).toMatchObject({ id: '2', responseData: '"Hello Rome"' });
    expect(responses[1]).not.toHaveProperty('isError');
    expect(tools.cities).toEqual(['Rome']);
  });

  it('answers what was expected, and malformed text with its position', async () => {
    const texts = (await respond(new Greetings(), callOf('rate', '{"stars":9}'), callOf('greet', '{"city":'))).map(
      (response) => response.responseData,
    );
    expect(texts).toEqual([
      "Invalid arguments for tool 'rate': $.stars must be at most 5",
      "Arguments of tool 'greet' are not valid JSON (position 8). Send one JSON object that matches the tool's schema.",
    ]);
  });
});
