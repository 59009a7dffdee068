import { describe, expect, it } from '@jest/globals';
import { KeywordToolIndex, toolReferencesOf } from '@toolwright/tool-search';
import { FunctionToolCallback } from '@toolwright/tools';
import { TestTool } from '../advisor/harness.js';

const parametersOf = (schema: unknown) =>
  toolReferencesOf([new TestTool('order', 'Orders goods', { inputSchema: JSON.stringify(schema) })])[0]?.parameters;

const ADDRESS = {
  type: 'object',
  description: 'Where to',
  properties: { city: { type: 'string', description: 'Name of the town' }, kind: { enum: ['home', 'work'] } },
};

describe('The parameters that an index is told', () => {
  it('[NT-09] are the properties of the schema with descriptions and allowed values', () => {
    expect(
      parametersOf({
        type: 'object',
        properties: { a: { type: 'string', description: 'First' }, b: { enum: [1, 2] }, c: {} },
      }),
    ).toEqual([{ name: 'a', description: 'First' }, { name: 'b', enum: [1, 2] }, { name: 'c' }]);
  });

  it('are those of nested objects as well, by their path', () => {
    expect(parametersOf({ type: 'object', properties: { to: ADDRESS } })).toEqual([
      { name: 'to', description: 'Where to' },
      { name: 'to.city', description: 'Name of the town' },
      { name: 'to.kind', enum: ['home', 'work'] },
    ]);
  });

  it('are those of the elements of lists, of references and of alternatives, each once', () => {
    const schema = {
      type: 'object',
      properties: {
        stops: { type: 'array', items: { $ref: '#/$defs/Address' } },
        pay: { anyOf: [{ properties: { card: {} } }, { properties: { card: {}, iban: {} } }, { type: 'null' }] },
        sizes: { type: 'array', items: { enum: ['S', 'L'] } },
      },
      $defs: { Address: ADDRESS },
    };
    expect(parametersOf(schema)?.map(({ name }) => name)).toEqual([
      'stops',
      'stops.city',
      'stops.kind',
      'pay',
      'pay.card',
      'pay.iban',
      'sizes',
    ]);
    expect(parametersOf(schema)?.at(-1)).toEqual({ name: 'sizes', enum: ['S', 'L'] });
  });

  it('end where a schema refers to itself, to nothing, or is too large', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, lost: { $ref: '#/$defs/None' } } };
    expect(parametersOf({ ...node, $defs: { Node: node } })?.length).toBeLessThan(20);
    const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`p${n}`, {}]));
    expect(parametersOf({ type: 'object', properties })).toHaveLength(200);
    expect(parametersOf({ type: 'object' })).toBeUndefined();
  });

  it('find the tool by what is nested', async () => {
    const index = new KeywordToolIndex();
    const order = new TestTool('order', 'Orders goods', {
      inputSchema: JSON.stringify({ type: 'object', properties: { to: ADDRESS } }),
    });
    await index.indexTools('s', toolReferencesOf([order, new TestTool('draw', 'Draws a line')]));
    const { toolReferences } = await index.search({ sessionId: 's', query: 'town' });
    expect(toolReferences.map(({ toolName }) => toolName)).toEqual(['order']);
  });
});

describe('The summary that an index is told', () => {
  it('[EG-01] is the description without the examples of calls', () => {
    const tool = FunctionToolCallback.builder('order', () => 'done')
      .description('Orders goods')
      .inputSchema('{"type":"object","properties":{"city":{"type":"string"}}}')
      .examples({ city: 'Oslo' })
      .build();
    expect(tool.definition.description).toContain('Oslo');
    expect(toolReferencesOf([tool])[0]?.summary).toBe('Orders goods');
  });
});
