import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { textReply } from '@toolwright/testing';
import { isToolCallingChatOptions, type ToolCallback, ToolCallbacks, ToolContext } from '@toolwright/tools';
import { asks, call, scripted } from '../support/models.js';
import * as examples from './declaringTools.examples.js';

const root = new URL('../../../../', import.meta.url);

/** The regions of the example file, without the indentation of their first line. */
async function regions(): Promise<ReadonlyMap<string, string>> {
  const source = await readFile(new URL('packages/chat/test/examples/declaringTools.examples.ts', root), 'utf8');
  const found = source.matchAll(/^( *)\/\/ #region (\S+)\n([\s\S]*?)\n *\/\/ #endregion/gm);
  return new Map(
    [...found].map(([, indent = '', name = '', text = '']) => [
      name,
      text.replaceAll(`\n${indent}`, '\n').slice(indent.length),
    ]),
  );
}

/** The snippets of a page that name their example. */
async function snippets(page: string): Promise<readonly (readonly [name: string, text: string])[]> {
  const text = await readFile(new URL(page, root), 'utf8');
  return [...text.matchAll(/<!-- example: (\S+) -->\n+```ts\n([\s\S]*?)\n```/g)].map(
    ([, name = '', code = '']) => [name, code] as const,
  );
}

async function resultOf(tool: ToolCallback | undefined, args: object, context?: ToolContext): Promise<unknown> {
  return JSON.parse((await tool?.call(JSON.stringify(args), context)) ?? 'null');
}

describe('the snippets about declaring tools', () => {
  for (const [page, names] of [
    ['README.md', ['methods', 'foreign-methods', 'functions', 'attaching']],
    [
      'docs/declaring-tools.md',
      ['methods', 'class-arguments', 'foreign-methods', 'functions', 'attaching', 'augmenting'],
    ],
  ] as const) {
    it(`are in ${page} as they are compiled and run here`, async () => {
      const known = await regions();
      const shown = await snippets(page);
      expect(shown.map(([name]) => name)).toEqual(names);
      for (const [name, text] of shown) expect([name, text]).toEqual([name, known.get(name)]);
    });
  }

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
    const model = scripted(asks(call('mine')), textReply('two orders'));
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
