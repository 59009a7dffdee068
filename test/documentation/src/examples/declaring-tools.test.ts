import { describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { ScriptedChatModel, textReply, toolCall } from '@toolwright/testing';
import { isToolCallingChatOptions, type ToolCallback, ToolCallbacks, ToolContext } from '@toolwright/tools';
import * as examples from './declaring-tools.js';

async function resultOf(tool: ToolCallback | undefined, args: object, context?: ToolContext): Promise<unknown> {
  return JSON.parse((await tool?.call(JSON.stringify(args), context)) ?? 'null');
}

describe('the snippets about declaring tools', () => {
  it('declare methods, with private context and without an instance', async () => {
    const [status, mine, hours] = ToolCallbacks.from(new examples.Orders());
    expect(await resultOf(status, { orderId: 'A-17' })).toBe('shipped');
    expect(await resultOf(mine, {}, new ToolContext({ customerId: 'c-1' }))).toEqual(['orders of c-1']);
    expect(await resultOf(hours, {})).toBe('9 to 5');
    expect(JSON.parse(mine?.definition.inputSchema ?? '')).toMatchObject({ properties: {} });
  });

  it('declare arguments by a class', async () => {
    const [find] = ToolCallbacks.from(new examples.Catalogue());
    expect(await resultOf(find, { text: 'bolt', limit: 1 })).toEqual(['bolt']);
    await expect(find?.call('{"text":"bolt","limit":0}')).rejects.toThrow('$.limit must be at least 1');
  });

  it('offer a method of a class of somebody else', async () => {
    expect(await resultOf(examples.power, { base: 2, exponent: 10 })).toBe(1024);
  });

  it('declare functions by a Zod schema, a class, a JSON Schema and nothing', async () => {
    expect(await resultOf(examples.weather, { city: 'Oslo' })).toBe('20 °C in Oslo');
    expect(await resultOf(examples.price, { text: 'tea', limit: 2 })).toBe(6);
    expect(await resultOf(examples.convert, { miles: 10 })).toBe(16.09344);
    expect(await resultOf(examples.now, {})).toBe('1970-01-01T00:00:00.000Z');
  });

  it('attach any mixture, nested lists and providers', async () => {
    const model = new ScriptedChatModel([toolCall('mine', {}), textReply('two orders')]);
    expect(await examples.ask(ChatClient.create(model))).toBe('two orders');
    const { options } = model.prompts[0]!;
    const tools = isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
    expect(tools.map(({ definition }) => definition.name).toSorted()).toEqual([
      'convert',
      'find',
      'hours',
      'mine',
      'now',
      'power',
      'price',
      'status',
      'weather',
    ]);
    expect(JSON.stringify(model.prompts[1]?.instructions.at(-1))).toContain('orders of c-1');
  });

  it('ask for more than a tool takes', async () => {
    const [find] = await examples.thinking.toolCallbacks();
    expect(await resultOf(find, { text: 'nut', thought: 'asked for nuts' })).toEqual(['nut']);
    expect(examples.thoughts).toEqual(['asked for nuts']);
  });
});
