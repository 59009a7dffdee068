import { describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { ScriptedChatModel, textReply, toolCall } from '@toolwright/testing';
import {
  isToolCallingChatOptions,
  SchemaDialect,
  type ToolCallback,
  ToolCallbacks,
  ToolContext,
  toolsInContext,
  ToolCallingChatOptions,
} from '@toolwright/tools';
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

  it('write the schema of a provider', () => {
    const [find] = ToolCallbacks.from(new examples.Catalogue());
    const { schema, strict } = examples.strictSchemaOf(find!);
    expect(strict).toBe(true);
    expect(schema).toEqual(SchemaDialect.OPENAI_STRICT.schemaOf(find!.definition).schema);
    expect(schema).toMatchObject({ additionalProperties: false, required: ['limit', 'text'] });
  });

  it('show examples of calls', async () => {
    const [forecast] = ToolCallbacks.from(new examples.Weather());
    expect(forecast?.definition.description).toContain('{"city":"Rome","days":2}');
    expect(await resultOf(forecast, { city: 'Rome' })).toBe('Rain in Rome for 1 days');
  });

  it('describe themselves in the language of the user', async () => {
    const descriptionIn = (locale: string) => {
      const options = ToolCallingChatOptions.builder().toolCallbacks(...ToolCallbacks.from(new examples.Support()));
      return toolsInContext(options.toolContext({ locale }).build())?.[0]?.definition.description;
    };
    expect([descriptionIn('ko-KR'), descriptionIn('en-GB')]).toEqual(['주문 상태', 'Status of an order']);
  });

  it('share results of equal calls of a tenant', async () => {
    const calls = [1, 2].map((id) => toolCall('exchangeRate', { from: 'EUR', to: 'USD' }, `c${id}`));
    const model = new ScriptedChatModel([calls, 'done', calls, 'done']);
    const client = ChatClient.builder(model).defaultTools(new examples.Bank()).build();
    for (const tenantId of ['t-1', 't-2']) await client.prompt('Rate?').toolContext({ tenantId }).call().content();
    expect(examples.asked).toEqual(['EUR/USD', 'EUR/USD']);
  });
});
