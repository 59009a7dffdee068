import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ClassType, RecordingLogProvider } from '@toolwright/core';
import {
  FunctionToolCallback,
  JsonSchemaGenerator,
  type ManifestMethod,
  type MethodHandle,
  methodHandle,
  type SchemaOption,
  type ToolCallback,
  ToolCallbacks,
  ToolSchemaManifest,
} from '@toolwright/tools';
import { TemporaryProject } from '../TemporaryProject.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const FILTER_LIST = { type: 'array', items: { $ref: '#/$defs/Filter' } };

let project: TemporaryProject;
let manifest: ToolSchemaManifest;
let classes: Record<string, new () => object>;
let logs: RecordingLogProvider;

beforeAll(async () => {
  project = TemporaryProject.copyOf('catalogue');
  const result = await project.run();
  expect(result).toEqual({ code: 0, out: '27 tools in tool-schemas.json\n', err: '' });
  logs = RecordingLogProvider.install();
  // Function tools are built when their module is imported.
  manifest = ToolSchemaManifest.load(project.manifestFile, { strict: true });
  const modules = [];
  for (const name of ['ShapeTools', 'DefinitionTools', 'OrderTools']) {
    modules.push(await project.import(`app/${name}.js`));
  }
  classes = Object.assign({}, ...modules) as Record<string, new () => object>;
}, 120_000);

afterAll(() => {
  manifest.unregister();
  logs.uninstall();
  project.remove();
});

type Schema = Record<string, unknown> & { properties: Record<string, unknown>; required: string[] };

function handle(type: string, key: string): MethodHandle {
  return methodHandle(classes[type] as ClassType, key);
}

function inputOf(type: string, key: string, ...options: SchemaOption[]): Schema {
  return JSON.parse(JsonSchemaGenerator.generateForMethodInput(handle(type, key), ...options)) as Schema;
}

function tool(type: string, name: string): ToolCallback {
  const callbacks = ToolCallbacks.from(new (classes[type] as new () => object)());
  return callbacks.find(({ definition }) => definition.name === name) as ToolCallback;
}

function declared(type: string, key: string): ManifestMethod {
  return manifest.data.classes.find(({ name }) => name === type)?.methods?.[key] as ManifestMethod;
}

describe('types that only the compiler sees', () => {
  it('[JS-38] become enums, lists of types, references and constants', () => {
    const { properties, required } = inputOf('ShapeTools', 'unions');
    expect(properties).toEqual({
      n: { type: ['null', 'string'] },
      u: { type: ['string', 'number'] },
      d: { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] },
      lit: { const: 'only', type: 'string' },
      step: { type: 'number', enum: [1, 2, 3] },
      unit: { type: 'string', enum: ['C', 'F'] },
    });
    expect(required).toEqual(['n', 'u', 'd', 'lit', 'step']);
  });

  it('[JS-06] are the same whether optional or not, and only missing in required', () => {
    const { properties, required } = inputOf('ShapeTools', 'optional');
    expect(properties['first']).toEqual({ type: 'string' });
    expect(properties['maybe']).toEqual({ type: 'string' });
    expect(properties['limit']).toEqual({ type: 'number' });
    expect(properties['rest']).toEqual({ type: 'array', items: { type: 'string' } });
    expect(required).toEqual(['first']);
  });

  it('[JS-20] are optional by ? although @ToolParam describes them', () => {
    const { properties, required } = inputOf('ShapeTools', 'optional');
    expect(properties['at']).toEqual({ type: 'string', description: 'When' });
    expect(required).not.toContain('at');
  });

  it('[JS-41] keep what records hold, and are not closed', () => {
    const { properties } = inputOf('ShapeTools', 'records');
    expect(properties['record']).toEqual({ type: 'object', additionalProperties: { type: 'number' } });
    expect(properties['signature']).toEqual({ type: 'object', additionalProperties: { type: 'number' } });
    expect(properties['picked']).toEqual({
      type: 'object',
      properties: { x: { type: 'number' } },
      required: [],
      additionalProperties: false,
    });
  });

  it('[JS-42] are readable where the library is not: maps, sets, bytes and big integers', () => {
    expect(inputOf('ShapeTools', 'natives').properties).toEqual({
      scores: { type: 'object', additionalProperties: { type: 'number' }, description: 'points by name' },
      names: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      bytes: { type: 'string', contentEncoding: 'base64' },
      raw: { type: 'string', contentEncoding: 'base64' },
      big: { type: 'integer' },
    });
  });

  it('arrive at the method as what they are', async () => {
    const input = { scores: { a: 1 }, names: ['x'], bytes: 'aGk=', raw: 'AQI=', big: 41 };
    expect(await tool('ShapeTools', 'natives').call(JSON.stringify(input))).toBe('"true true true 2 42"');
  });

  it('[JS-43] are numbers unless a tag says integer, and take keywords and texts from doc comments', () => {
    expect(inputOf('ShapeTools', 'plain').properties['n']).toEqual({ type: 'number' });
    expect(inputOf('ShapeTools', 'forecast').properties['request']).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Town or village.' },
        country: { type: 'string', pattern: '^[A-Z]{2}$' },
        days: { type: 'integer', description: 'How many days.', minimum: 1, maximum: 10 },
        since: { type: 'string', format: 'date-time' },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
        type: { anyOf: [{ type: 'string', enum: ['daily', 'hourly'] }, { type: 'null' }] },
        unit: { type: 'string', enum: ['C', 'F'], default: 'C' },
      },
      required: ['city', 'days', 'since', 'tags', 'type'],
      additionalProperties: false,
    });
    const place = inputOf('OrderTools', 'place').properties['order'] as Schema;
    const line = (place.properties['lines'] as { items: Schema }).items;
    expect(line.properties['quantity']).toEqual({ type: 'integer', description: 'Pieces.', minimum: 1, maximum: 9 });
    expect(Object.keys(line.properties)).toEqual(['article', 'note', 'priority', 'quantity', 'weight']);
  });

  it('[JS-15] leave formats out of nested integers and keep them in nested dates', () => {
    const { properties } = inputOf('ShapeTools', 'forecast').properties['request'] as Schema;
    expect((properties['days'] as { format?: string }).format).toBeUndefined();
    expect(properties['since']).toEqual({ type: 'string', format: 'date-time' });
  });

  it('[JS-10] have their types in upper case on demand, lists of types too, and no property of that name', () => {
    const unions = inputOf('ShapeTools', 'unions', 'UPPER_CASE_TYPE_VALUES');
    expect(unions['type']).toBe('OBJECT');
    expect(unions.properties['n']).toEqual({ type: ['NULL', 'STRING'] });
    expect(unions.properties['lit']).toEqual({ type: 'STRING', const: 'only' });
    const request = inputOf('ShapeTools', 'forecast', 'UPPER_CASE_TYPE_VALUES').properties['request'] as Schema;
    expect(request.properties['type']).toEqual({
      anyOf: [{ type: 'STRING', enum: ['daily', 'hourly'] }, { type: 'NULL' }],
    });
    expect(Object.keys(request.properties)).toContain('type');
  });

  it('include tuples, enums, brands, intersections, generics and read-only lists', () => {
    const a = {
      type: 'object',
      description: 'The first kind.',
      properties: { kind: { type: 'string', const: 'a' }, x: { type: 'number' } },
      required: ['kind', 'x'],
      additionalProperties: false,
    };
    const { description: _description, ...closed } = a;
    expect(inputOf('ShapeTools', 'mixed').properties).toEqual({
      pair: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        items: false,
        minItems: 1,
        maxItems: 2,
      },
      color: { type: 'string', enum: ['red', 'blue'] },
      id: { type: 'string' },
      both: {
        ...closed,
        properties: { ...a.properties, z: { type: 'boolean' } },
        required: ['kind', 'x', 'z'],
      },
      page: {
        type: 'object',
        properties: {
          items: {
            type: 'array',
            items: {
              type: 'object',
              properties: { kind: { type: 'string', const: 'b' }, y: { type: 'string' } },
              required: ['kind', 'y'],
              additionalProperties: false,
            },
          },
          next: { type: 'string' },
        },
        required: ['items'],
        additionalProperties: false,
      },
      list: { type: 'array', items: a },
    });
  });

  it('keep what the framework provides out, at any position', async () => {
    expect(Object.keys(inputOf('ShapeTools', 'injected').properties)).toEqual(['query']);
    expect(await tool('ShapeTools', 'injected').call('{"query":"q"}')).toBe('"q true true true"');
  });

  it('take the name of a destructured parameter from @ToolParam, also of private methods', async () => {
    expect(inputOf('ShapeTools', 'hidden').required).toEqual(['place']);
    expect(await tool('ShapeTools', 'hidden').call('{"place":{"city":"Rome"}}')).toBe('"Rome"');
  });

  it('describe static methods', () => {
    expect(inputOf('ShapeTools', 'twice').properties).toEqual({ value: { type: 'number' } });
  });
});

describe('definitions', () => {
  it('[JS-40] are in draft 2020-12, with plain names and nothing left of the library', () => {
    const schema = inputOf('DefinitionTools', 'node');
    expect(schema['$schema']).toBe(DIALECT);
    expect(schema.properties['filter']).toEqual({ $ref: '#/$defs/Filter' });
    const text = JSON.stringify([manifest.data, inputOf('ShapeTools', 'records'), inputOf('ShapeTools', 'mixed')]);
    expect(text).not.toMatch(/draft-07|#\/definitions|additionalItems|%3C|__@/);
    expect(JsonSchemaGenerator.generateForMethodInput(handle('ShapeTools', 'mixed'))).not.toContain('$defs');
    expect(JsonSchemaGenerator.generateForMethodInput(handle('ShapeTools', 'natives'))).not.toContain('x-toolwright');
  });

  it('[JS-40] have plain names for generic types, and tuples as prefix items', () => {
    const { $defs, properties } = inputOf('DefinitionTools', 'generic');
    expect(Object.keys($defs as object)).toEqual(['Tree_Record_string_number']);
    expect(($defs as Record<string, Schema>)['Tree_Record_string_number']?.properties).toEqual({
      children: { type: 'array', items: { $ref: '#/$defs/Tree_Record_string_number' } },
      value: { type: 'object', additionalProperties: { type: 'number' } },
    });
    expect(properties).toEqual({
      tree: { $ref: '#/$defs/Tree_Record_string_number' },
      pair: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1 },
    });
  });

  it('[MT-21] of alternatives are bound from JSON text, and text that is no date stays text', async () => {
    const choose = (either: unknown, moment: string) =>
      tool('DefinitionTools', 'choice').call(JSON.stringify({ either, moment, list: [1, 'a'] }));
    expect(await choose({ kind: 'a', x: '1' }, '2026-04-19T07:12:00Z')).toBe('"a true 2"');
    expect(await choose('{"kind":"b","y":"text"}', 'tomorrow')).toBe('"b false 2"');
    await expect(choose('{"kind":"b"}', 'tomorrow')).rejects.toThrow('$.either must have one of the allowed forms');
    expect(inputOf('DefinitionTools', 'choice').properties['list']).toEqual({ type: 'array', items: {} });
    expect(logs.messages('warn').filter((message) => message.includes('DefinitionTools.choice'))).toEqual([]);
  });

  it('are shared by two parameters of one recursive type', () => {
    const schema = inputOf('DefinitionTools', 'one');
    expect(Object.keys(schema['$defs'] as object)).toEqual(['Filter']);
    expect(schema.properties['request']).toEqual(schema.properties['again']);
  });

  it('[JS-24] of one name but different types get a number, and so do the references to them', () => {
    const schema = inputOf('DefinitionTools', 'search');
    const definitions = schema['$defs'] as Record<string, Schema>;
    expect(definitions['Filter']?.required).toEqual(['filters', 'label']);
    expect(definitions['Filter']?.properties['filters']).toEqual(FILTER_LIST);
    expect(definitions['Filter_2']?.required).toEqual(['code', 'filters']);
    expect(definitions['Filter_2']?.properties['filters']).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/Filter_2' },
    });
    const { a, b } = schema.properties as { a: Schema; b: Schema };
    expect(a.properties['filters']).toEqual(FILTER_LIST);
    expect(b.properties['filters']).toEqual({ type: 'array', items: { $ref: '#/$defs/Filter_2' } });
  });

  it('[JS-25] that come together are rewritten together', () => {
    const { Wrapper } = inputOf('DefinitionTools', 'search')['$defs'] as Record<string, Schema>;
    expect(Wrapper?.properties['filters']).toEqual({ type: 'array', items: { $ref: '#/$defs/Filter_2' } });
    expect(Wrapper?.properties['nested']).toEqual({ type: 'array', items: { $ref: '#/$defs/Wrapper' } });
  });

  it('of one name in one parameter get a number too', () => {
    const schema = inputOf('DefinitionTools', 'twoFilters');
    expect(schema.properties['request']).toMatchObject({
      properties: { a: { $ref: '#/$defs/Filter' }, b: { $ref: '#/$defs/Filter_2' } },
    });
    const definitions = schema['$defs'] as Record<string, Schema>;
    expect(definitions['Filter']?.required).toEqual(['filters', 'label']);
    expect(definitions['Filter_2']?.required).toEqual(['code', 'filters']);
    expect(definitions['Filter_2']?.properties['filters']).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/Filter_2' },
    });
  });

  it('of recursive classes leave the outer value an instance', async () => {
    const node = {
      type: 'object',
      properties: {
        children: { type: 'array', items: { $ref: '#/$defs/TreeNode' } },
        label: { type: 'string' },
      },
      required: ['children', 'label'],
      additionalProperties: false,
    };
    const schema = inputOf('DefinitionTools', 'tree');
    expect(schema.properties['root']).toEqual(node);
    expect(schema['$defs']).toEqual({ TreeNode: node });
    const root = { label: 'a', children: [{ label: 'b', children: [] }] };
    expect(await tool('DefinitionTools', 'tree').call(JSON.stringify({ root }))).toBe('"true 1"');
  });

  it('[JS-27] are the same in 240 concurrent generations', async () => {
    const texts = await Promise.all(
      Array.from({ length: 240 }, async () =>
        JsonSchemaGenerator.generateForMethodInput(handle('DefinitionTools', 'search')),
      ),
    );
    expect(new Set(texts).size).toBe(1);
    const types = await Promise.all(
      Array.from({ length: 240 }, async () => JsonSchemaGenerator.generateForType(classes['Order'] as ClassType)),
    );
    expect(new Set(types).size).toBe(1);
  });
});

describe('classes', () => {
  it('become instances with all their members, nested ones by @Type', async () => {
    const order = { due: '2026-04-19T07:12:00.000Z', lines: [{ article: 'pen', quantity: 2 }] };
    expect(await tool('OrderTools', 'place').call(JSON.stringify({ order }))).toBe('"true true 2 pen none s 1 h"');
    const faulty = { ...order, lines: [{ article: 'pen', quantity: 0, priority: 4 }] };
    await expect(tool('OrderTools', 'place').call(JSON.stringify({ order: faulty }))).rejects.toThrow(
      '$.order.lines[0].quantity must be at least 1',
    );
  });

  it('[JS-38] with type arguments have the schema of each use, and become instances', async () => {
    const date = { type: 'string', format: 'date-time' };
    const range = (bound: object) => ({
      type: 'object',
      properties: { from: bound, to: bound, unit: { type: 'string' } },
      required: ['from', 'to'],
      additionalProperties: false,
    });
    expect(inputOf('DefinitionTools', 'between').properties).toEqual({
      dates: range(date),
      numbers: range({ type: 'number' }),
    });
    const between = (unit: string) =>
      tool('DefinitionTools', 'between').call(
        JSON.stringify({
          dates: { from: '2026-04-19T07:12:00.000Z', to: '2026-04-20T00:00:00.000Z' },
          numbers: { from: '1', to: 2, unit },
        }),
      );
    expect(JSON.parse(await between('day'))).toBe(
      'true {"from":"2026-04-19T07:12:00.000Z","to":"2026-04-20T00:00:00.000Z"} false {"from":1,"to":2,"unit":"day"}',
    );
    await expect(between('fortnight')).rejects.toThrow(
      "Invalid arguments for tool 'between': $.numbers.unit must be shorter than or equal to 5 characters",
    );
  });

  it('offer inherited, overriding and composed tools', () => {
    expect(declared('OrderBase', 'inherited').parameters[0]?.schema).toEqual({ type: 'string', const: 'base' });
    expect(inputOf('OrderTools', 'inherited').properties['value']).toEqual({ type: 'string', const: 'base' });
    expect(inputOf('OrderTools', 'replaced').properties['value']).toEqual({ type: 'string' });
    expect(inputOf('OrderTools', 'enhanced').properties['value']).toEqual({ type: 'string', enum: ['x', 'y'] });
  });

  it('say what their tools return', async () => {
    expect(declared('OrderTools', 'clear').returns).toBe('void');
    expect(declared('OrderTools', 'find').returns).toBe('value');
    expect(await tool('OrderTools', 'clear').call('{}')).toBe('"Done"');
    expect(await tool('OrderTools', 'find').call('{"article":"unknown"}')).toBe('null');
    expect(await tool('OrderTools', 'find').call('{"article":"known"}')).toBe('"known"');
  });

  it('do not offer methods that return functions', () => {
    expect(declared('OrderTools', 'factory').returns).toBe('function');
    expect(tool('OrderTools', 'factory')).toBeUndefined();
    expect(logs.messages('warn').some((message) => message.includes('OrderTools.factory'))).toBe(true);
  });
});

describe('function tools', () => {
  it('are described by the type of their parameter', async () => {
    const stock = FunctionToolCallback.builder('stock', (query: { article: string; at?: Date }) => query.at).build();
    expect(JSON.parse(stock.definition.inputSchema)).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: {
        article: { type: 'string', description: 'The article.' },
        at: { type: 'string', format: 'date-time' },
      },
      required: ['article'],
      additionalProperties: false,
    });
    expect(await stock.call('{"article":"pen","at":"2026-04-19T07:12:00.000Z"}')).toBe('"2026-04-19T07:12:00.000Z"');
  });

  it('are left alone where they give a type themselves', () => {
    expect(manifest.data.functions.map(({ name }) => name)).toEqual(['stock']);
  });
});
