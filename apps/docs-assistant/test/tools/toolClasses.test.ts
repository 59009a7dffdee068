import { describe, expect, it } from '@jest/globals';
import { Prompt, UserMessage } from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { maintainerToolClasses, toolClasses } from '../../dist/tools/toolClasses.js';
import { QUESTIONS } from './questions.js';
import { Toolbox } from './toolbox.js';

const { callbacks, instances } = new Toolbox();
const definitions = callbacks.map(({ definition }) => definition);

describe('the tools', () => {
  it('are those of all tool classes', () => {
    const classes: readonly object[] = [...toolClasses, ...maintainerToolClasses];
    expect(instances.map((instance) => instance.constructor)).toEqual(classes);
  });

  it('are about 45, with different names and descriptions', () => {
    expect(definitions.length).toBeGreaterThanOrEqual(44);
    expect(definitions.length).toBeLessThanOrEqual(48);
    expect(new Set(definitions.map(({ name }) => name)).size).toBe(definitions.length);
    expect(new Set(definitions.map(({ description }) => description)).size).toBe(definitions.length);
  });

  it('cost at most 120 tokens each on average', () => {
    const tokens = definitions.map(({ name, description, inputSchema }) =>
      countTokens(JSON.stringify({ name, description, inputSchema: JSON.parse(inputSchema) })),
    );
    const average = tokens.reduce((total, count) => total + count, 0) / tokens.length;
    expect(average).toBeLessThanOrEqual(120);
    expect(average).toBeGreaterThan(20);
  });

  it('have closed schemas in which every parameter has a type, and a description or fixed values', () => {
    for (const { name, inputSchema } of definitions) {
      const { type, properties, additionalProperties } = JSON.parse(inputSchema);
      expect([name, type, additionalProperties]).toEqual([name, 'object', false]);
      for (const [parameter, node] of Object.entries<Record<string, unknown>>(properties)) {
        expect([name, parameter, typeof node['type']]).toEqual([name, parameter, 'string']);
        expect([name, parameter, 'description' in node || 'enum' in node]).toEqual([name, parameter, true]);
      }
    }
  });

  it('start their descriptions with what they do, in one sentence', () => {
    for (const { description } of definitions) {
      expect(description).toMatch(/^[A-Z][a-z-]+ .{15,}[.?]$/);
      expect(description.length).toBeLessThanOrEqual(130);
    }
  });

  it('are found by the words of a natural question, nine times in ten', async () => {
    expect(QUESTIONS.map(([tool]) => tool)).toEqual(definitions.map(({ name }) => name));
    const model = new OfflineChatModel();
    const options = ToolCallingChatOptions.builder().toolCallbacks(callbacks).build();
    const missed: string[] = [];
    for (const [tool, question] of QUESTIONS) {
      const response = await model.call(new Prompt([new UserMessage(question)], options));
      const picked = response.result?.output.toolCalls.map(({ name }) => name).join();
      if (picked !== tool) missed.push(`${tool}: ${question} (${picked})`);
    }
    expect(missed.slice(Math.floor(QUESTIONS.length / 10))).toEqual([]);
  });
});
