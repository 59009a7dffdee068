import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import {
  Description,
  FunctionToolCallback,
  hashSource,
  JsonSchemaGenerator,
  type JsonSchemaNode,
  type ManifestClass,
  type ManifestMethod,
  methodHandle,
  MethodToolCallbackProvider,
  Tool,
  ToolArgumentsException,
  ToolCallbacks,
  ToolContext,
  ToolParam,
  ToolSchemaManifest,
  type ToolSchemaManifestData,
} from '@toolwright/tools';
import { Expose, Type } from 'class-transformer';
import { IsDefined, IsInt, IsOptional, IsString, Matches, Max, Min, ValidateNested } from 'class-validator';
import fc from 'fast-check';

let loaded: ToolSchemaManifest[] = [];
let logs: RecordingLogProvider;

beforeEach(() => {
  logs = RecordingLogProvider.install();
});

afterEach(() => {
  for (const manifest of loaded) manifest.unregister();
  loaded = [];
  logs.uninstall();
});

function data(content: Partial<ToolSchemaManifestData>): ToolSchemaManifestData {
  return { version: 1, root: '.', files: {}, classes: [], functions: [], ...content };
}

function load(content: Partial<ToolSchemaManifestData>): ToolSchemaManifest {
  const manifest = ToolSchemaManifest.load(data(content));
  loaded.push(manifest);
  return manifest;
}

function classEntry(name: string, rest: Partial<ManifestClass>): ManifestClass {
  return { name, file: 'src/tools.ts', members: [], ...rest };
}

function loadMethods(name: string, methods: Record<string, ManifestMethod>): void {
  load({ classes: [classEntry(name, { members: Object.keys(methods), methods })] });
}

function inputOf(type: new () => object, key: string): Record<string, unknown> {
  return JSON.parse(JsonSchemaGenerator.generateForMethodInput(methodHandle(type, key))) as Record<string, unknown>;
}

function parameterOf(type: new () => object, key: string, name: string): unknown {
  return (inputOf(type, key)['properties'] as Record<string, unknown>)[name];
}

class Argued {
  @Tool()
  plain(city: string, limit: number, anything: unknown): string {
    return JSON.stringify([city, limit, anything]);
  }

  @Tool()
  annotated(
    @ToolParam({ name: 'place', description: 'Written', required: true, type: 'string' }) city: unknown,
    @ToolParam({ schema: { maximum: 5 } }) limit: number,
    @ToolParam({ schema: { type: 'boolean' } }) flag: unknown,
  ): string {
    return JSON.stringify([city, limit, flag]);
  }
}

const ARGUED: Record<string, ManifestMethod> = {
  plain: {
    parameters: [
      { name: 'town', description: 'From the comment', schema: { type: 'string', minLength: 2 } },
      { name: 'most', optional: true, schema: { type: 'integer', minimum: 1 } },
      { name: 'anything', schema: { type: ['null', 'string'] } },
    ],
  },
  annotated: {
    parameters: [
      { name: 'town', description: 'From the comment', optional: true, schema: { type: 'number' } },
      { name: 'most', optional: true, schema: { type: 'integer', minimum: 1, maximum: 9 } },
      { name: 'flag', schema: { type: 'string' } },
    ],
  },
};

describe('precedence of the manifest', () => {
  it('gives names, shapes, constraints, descriptions and required in front of run-time metadata', () => {
    loadMethods('Argued', ARGUED);
    expect(inputOf(Argued, 'plain')).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        town: { type: 'string', minLength: 2, description: 'From the comment' },
        most: { type: 'integer', minimum: 1 },
        anything: { type: ['null', 'string'] },
      },
      required: ['town', 'anything'],
      additionalProperties: false,
    });
  });

  it('stands behind what @ToolParam says, per keyword for constraints', () => {
    loadMethods('Argued', ARGUED);
    const schema = inputOf(Argued, 'annotated');
    expect(schema['properties']).toEqual({
      place: { type: 'string', description: 'Written' },
      most: { type: 'integer', minimum: 1, maximum: 5 },
      flag: { type: 'boolean' },
    });
    expect(schema['required']).toEqual(['place', 'flag']);
  });

  it('leaves run-time metadata in charge when it is not loaded, and again when it is unregistered', () => {
    const before = inputOf(Argued, 'plain');
    expect(before['required']).toEqual(['city', 'limit', 'anything']);
    const manifest = load({ classes: [classEntry('Argued', { members: ['plain'], methods: ARGUED })] });
    expect(inputOf(Argued, 'plain')['required']).toEqual(['town', 'anything']);
    manifest.unregister();
    expect(inputOf(Argued, 'plain')).toEqual(before);
  });

  it('asks the manifest that was loaded last first', () => {
    loadMethods('Argued', ARGUED);
    loadMethods('Argued', { plain: { parameters: [{ name: 'later', schema: {} }] } });
    expect(Object.keys(inputOf(Argued, 'plain')['properties'] as object)[0]).toBe('later');
  });

  it('confirms names of one letter, which are otherwise taken for minified ones', () => {
    class Short {
      @Tool()
      add(a: number, b: number): number {
        return a + b;
      }
    }
    expect(() => inputOf(Short, 'add')).toThrow(IllegalStateException);
    loadMethods('Short', {
      add: {
        parameters: [
          { name: 'a', schema: { type: 'number' } },
          { name: 'b', schema: { type: 'number' } },
        ],
      },
    });
    expect(inputOf(Short, 'add')['required']).toEqual(['a', 'b']);
  });

  it('keeps context and signal out where the compiler recorded no type', () => {
    class Injected {
      @Tool()
      run(query: string, context: ToolContext | undefined, signal: AbortSignal | null): string {
        return `${query} ${context instanceof ToolContext} ${signal instanceof AbortSignal}`;
      }
    }
    loadMethods('Injected', {
      run: {
        parameters: [
          { name: 'query', schema: { type: 'string' } },
          { name: 'context', role: 'context' },
          { name: 'signal', role: 'signal' },
        ],
      },
    });
    expect(Object.keys(inputOf(Injected, 'run')['properties'] as object)).toEqual(['query']);
  });

  it('reads static methods from their own list', () => {
    class Calculator {
      @Tool()
      static double(value: number): number {
        return value * 2;
      }
    }
    const double = { parameters: [{ name: 'operand', schema: { type: 'integer' } }] };
    load({ classes: [classEntry('Calculator', { staticMethods: { double } })] });
    expect(inputOf(Calculator as never, 'double')['properties']).toEqual({ operand: { type: 'integer' } });
  });
});

describe('classes of the manifest', () => {
  class Bare {
    note!: string;
    count!: number;
  }

  class Decorated {
    @IsInt({ context: { description: 'By validator' } })
    @Min(1)
    quantity!: number;
    @IsOptional()
    @IsString()
    comment!: string;
    @IsDefined()
    sure?: string;
    @Expose({ name: 'wire_name' })
    exposed!: string;
    undecorated!: string;
  }

  class ClassTools {
    @Tool()
    bare(item: Bare): string {
      return `${item instanceof Bare} ${item.note} ${item.count}`;
    }
    @Tool()
    decorated(item: Decorated): string {
      return JSON.stringify(item);
    }
  }

  const CLASSES: readonly ManifestClass[] = [
    classEntry('ClassTools', {
      members: ['bare', 'decorated'],
      methods: {
        bare: {
          parameters: [{ name: 'item', schema: { type: 'object', 'x-toolwright-type': 'class Bare', properties: {} } }],
        },
        decorated: {
          parameters: [
            { name: 'item', schema: { type: 'object', 'x-toolwright-type': 'class Decorated', properties: {} } },
          ],
        },
      },
    }),
    classEntry('Bare', {
      description: 'By the comment of the class',
      properties: {
        count: { schema: { type: 'number', minimum: 0 }, optional: true },
        note: { schema: { type: 'string' }, description: 'By comment' },
      },
    }),
    classEntry('Decorated', {
      properties: {
        quantity: { schema: { type: 'number', minimum: 7, maximum: 9 }, description: 'By comment' },
        comment: { schema: { type: 'string' } },
        sure: { schema: { type: 'string' }, optional: true },
        exposed: { schema: { type: 'string', maxLength: 3 } },
        undecorated: { schema: { type: 'string', enum: ['x', 'y'] } },
      },
    }),
  ];

  it('make properties visible that no decorator names, and still become instances', async () => {
    load({ classes: CLASSES });
    expect(parameterOf(ClassTools, 'bare', 'item')).toEqual({
      type: 'object',
      description: 'By the comment of the class',
      properties: { count: { type: 'number', minimum: 0 }, note: { type: 'string', description: 'By comment' } },
      required: ['note'],
      additionalProperties: false,
    });
    const [bare] = ToolCallbacks.from(new ClassTools());
    expect(JSON.parse((await bare?.call('{"item":{"note":"n","count":2}}')) as string)).toBe('true n 2');
  });

  it('stand behind validators, per keyword, and keep exposed names', () => {
    load({ classes: CLASSES });
    expect(parameterOf(ClassTools, 'decorated', 'item')).toEqual({
      type: 'object',
      properties: {
        comment: { type: 'string' },
        quantity: { type: 'integer', minimum: 1, maximum: 9, description: 'By validator' },
        sure: { type: 'string' },
        undecorated: { type: 'string', enum: ['x', 'y'] },
        wire_name: { type: 'string', maxLength: 3 },
      },
      required: ['quantity', 'sure', 'undecorated', 'wire_name'],
      additionalProperties: false,
    });
  });

  it('stand behind @Description', () => {
    @Description('By decorator')
    class Described {
      text!: string;
    }
    load({
      classes: [
        classEntry('Described', { description: 'By comment', properties: { text: { schema: { type: 'string' } } } }),
      ],
    });
    expect(JSON.parse(JsonSchemaGenerator.generateForType(Described))).toMatchObject({ description: 'By decorator' });
  });

  it('are not used where two of them look alike at run time', () => {
    class Twin {
      @IsString()
      known!: string;
    }
    const properties = { other: { schema: { type: 'string' } } };
    load({
      classes: [classEntry('Twin', { properties }), classEntry('Twin', { file: 'src/other.ts', properties })],
    });
    expect(
      Object.keys((JSON.parse(JsonSchemaGenerator.generateForType(Twin)) as { properties: object }).properties),
    ).toEqual(['known']);
    expect(logs.messages('warn').join()).toContain('src/tools.ts, src/other.ts');
  });

  it('are told apart by their members', () => {
    class Sized {
      size!: number;
      area(): number {
        return this.size ** 2;
      }
    }
    load({
      classes: [
        classEntry('Sized', { file: 'src/a.ts', properties: { wrong: { schema: { type: 'string' } } } }),
        classEntry('Sized', {
          file: 'src/b.ts',
          members: ['area'],
          properties: { size: { schema: { type: 'number' } } },
        }),
      ],
    });
    expect(JSON.parse(JsonSchemaGenerator.generateForType(Sized))).toMatchObject({ required: ['size'] });
  });

  it('keep nested classes that @Type names, with their validators', async () => {
    class Line {
      @Matches(/^[A-Z]+$/i)
      code!: string;
      @Max(5)
      count!: number;
      get doubled(): number {
        return this.count * 2;
      }
    }
    class Basket {
      @ValidateNested({ each: true })
      @Type(() => Line)
      lines!: Line[];
    }
    class BasketTools {
      @Tool()
      total(basket: Basket): number {
        return basket.lines.reduce((sum, line) => sum + line.doubled, 0);
      }
    }
    const line: JsonSchemaNode = {
      type: 'object',
      'x-toolwright-type': 'class Line',
      properties: { code: { type: 'string' }, count: { type: 'number' } },
      required: ['code', 'count'],
    };
    load({
      classes: [
        classEntry('BasketTools', {
          members: ['total'],
          methods: {
            total: {
              parameters: [{ name: 'basket', schema: { type: 'object', 'x-toolwright-type': 'class Basket' } }],
            },
          },
        }),
        classEntry('Basket', { properties: { lines: { schema: { type: 'array', items: line, minItems: 1 } } } }),
        classEntry('Line', {
          members: ['doubled'],
          properties: { code: { schema: { type: 'string' } }, count: { schema: { type: 'number' } } },
        }),
      ],
    });
    const [total] = ToolCallbacks.from(new BasketTools());
    expect(await total?.call('{"basket":{"lines":[{"code":"ab","count":2},{"code":"C","count":1}]}}')).toBe('6');
    await expect(total?.call('{"basket":{"lines":[]}}')).rejects.toThrow('$.basket.lines must have at least 1 item');
    await expect(total?.call('{"basket":{"lines":[{"code":"1","count":6}]}}')).rejects.toThrow(ToolArgumentsException);
  });
});

describe('values of declared types', () => {
  class ValueTools {
    seen: unknown;
    @Tool()
    take(value: unknown): string {
      this.seen = value;
      return 'ok';
    }
  }

  async function bind(
    schema: JsonSchemaNode,
    value: unknown,
    definitions?: Record<string, JsonSchemaNode>,
  ): Promise<unknown> {
    loadMethods('ValueTools', {
      take: { parameters: [{ name: 'value', schema, ...(definitions && { definitions }) }] },
    });
    const tools = new ValueTools();
    const [take] = MethodToolCallbackProvider.builder().toolObjects(tools).build().toolCallbacks();
    await take?.call(JSON.stringify({ value }));
    return tools.seen;
  }

  const DATE: JsonSchemaNode = { type: 'string', format: 'date-time', 'x-toolwright-type': 'Date' };
  const AT = '2026-04-19T07:12:00.000Z';

  it('become dates, big integers, bytes, maps and sets, at any depth', async () => {
    const schema: JsonSchemaNode = {
      type: 'object',
      properties: {
        at: DATE,
        big: { type: 'integer', 'x-toolwright-type': 'bigint' },
        bytes: { type: 'string', contentEncoding: 'base64', 'x-toolwright-type': 'bytes' },
        byName: { type: 'object', 'x-toolwright-type': 'Map', additionalProperties: { type: 'array', items: DATE } },
        tags: { type: 'array', 'x-toolwright-type': 'Set', items: { type: 'string' }, uniqueItems: true },
        maybe: { anyOf: [DATE, { type: 'null' }] },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, DATE], items: false },
      },
      required: ['at', 'big', 'bytes', 'byName', 'maybe', 'pair', 'tags'],
    };
    const value = {
      at: AT,
      big: '90071992547409930',
      bytes: 'aGk=',
      byName: { a: [AT] },
      tags: ['x', 'y'],
      maybe: AT,
      pair: ['p', AT],
    };
    expect(await bind(schema, value)).toEqual({
      at: new Date(AT),
      big: 90071992547409930n,
      bytes: Buffer.from('hi'),
      byName: new Map([['a', [new Date(AT)]]]),
      tags: new Set(['x', 'y']),
      maybe: new Date(AT),
      pair: ['p', new Date(AT)],
    });
    expect(await bind(schema, { ...value, maybe: null })).toMatchObject({ maybe: null });
  });

  it('are tidied like those of reflected types, and unknown keys are dropped', async () => {
    const schema: JsonSchemaNode = {
      type: 'object',
      properties: { count: { type: 'number' }, note: { type: 'string' }, on: { type: 'boolean' } },
      required: ['count', 'on'],
    };
    expect(await bind(schema, { count: '3', on: 'false', note: null, more: 1 })).toEqual({ count: 3, on: false });
    expect(await bind(schema, '{"count":1,"on":true}')).toEqual({ count: 1, on: true });
  });

  it('follow references and pick the alternative that fits', async () => {
    const definitions: Record<string, JsonSchemaNode> = {
      Node: {
        type: 'object',
        properties: { at: DATE, kind: { type: 'string', const: 'node' }, next: { $ref: '#/$defs/Node' } },
        required: ['at', 'kind'],
      },
      Leaf: {
        type: 'object',
        properties: { at: { type: 'string' }, kind: { type: 'string', const: 'leaf' } },
        required: ['at', 'kind'],
      },
    };
    const schema: JsonSchemaNode = { anyOf: [{ $ref: '#/$defs/Leaf' }, { $ref: '#/$defs/Node' }] };
    const next = { at: AT, kind: 'node' };
    expect(await bind(schema, { at: AT, kind: 'node', next }, definitions)).toEqual({
      at: new Date(AT),
      kind: 'node',
      next: { at: new Date(AT), kind: 'node' },
    });
    expect(await bind(schema, { at: 'x', kind: 'leaf' }, definitions)).toEqual({ at: 'x', kind: 'leaf' });
  });

  it('are checked against the schema, and the fault is named by its path', async () => {
    const schema: JsonSchemaNode = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] };
    await expect(bind(schema, { count: 'many' })).rejects.toThrow('$.value.count must be a number');
    await expect(bind({ type: 'string', enum: ['C', 'F'] }, 'K')).rejects.toThrow('$.value must be one of "C", "F"');
    await expect(bind({ type: ['null', 'string'] }, {})).rejects.toThrow(ToolArgumentsException);
    expect(await bind({ type: ['null', 'string'] }, null)).toBeNull();
  });

  it('are bound only as own keys', async () => {
    const schema: JsonSchemaNode = { type: 'object', properties: { a: { type: 'string' } }, required: [] };
    const seen = await bind(schema, JSON.parse('{"__proto__":{"polluted":true},"a":"x"}'));
    expect(seen).toEqual({ a: 'x' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('definitions of the manifest', () => {
  const list = (name: string): JsonSchemaNode => ({ type: 'array', items: { $ref: `#/$defs/${name}` } });
  const filter = (field: string): JsonSchemaNode => ({
    type: 'object',
    properties: { filters: list('Filter'), [field]: { type: 'string' } },
    required: ['filters', field],
  });
  const request = (name: string): JsonSchemaNode => ({
    type: 'object',
    properties: { filters: list(name) },
    required: ['filters'],
  });

  class FilterTools {
    @Tool()
    both(a: object, b: object): string {
      return JSON.stringify([a, b]);
    }
  }

  function both(
    a: { schema: JsonSchemaNode; definitions: Record<string, JsonSchemaNode> },
    b: { schema: JsonSchemaNode; definitions: Record<string, JsonSchemaNode> },
  ): { $defs: Record<string, JsonSchemaNode>; properties: Record<string, JsonSchemaNode> } {
    loadMethods('FilterTools', {
      both: {
        parameters: [
          { name: 'a', ...a },
          { name: 'b', ...b },
        ],
      },
    });
    return inputOf(FilterTools, 'both') as never;
  }

  it('[JS-23] move to the root once if two parameters share them', () => {
    const value = { schema: request('Filter'), definitions: { Filter: filter('label') } };
    const schema = both(value, value);
    expect(schema.$defs).toEqual({ Filter: { ...filter('label'), additionalProperties: false } });
    expect(schema.properties['a']).toEqual(schema.properties['b']);
    expect(schema.properties['a']).toEqual({ ...request('Filter'), additionalProperties: false });
  });

  it('[JS-24] get a number if another definition has the name', () => {
    const schema = both(
      { schema: request('Filter'), definitions: { Filter: filter('label') } },
      { schema: request('Filter'), definitions: { Filter: filter('code') } },
    );
    expect(Object.keys(schema.$defs)).toEqual(['Filter', 'Filter_2']);
    expect(schema.$defs['Filter']).toEqual({ ...filter('label'), additionalProperties: false });
    expect(schema.$defs['Filter_2']).toEqual({
      type: 'object',
      properties: { filters: list('Filter_2'), code: { type: 'string' } },
      required: ['filters', 'code'],
      additionalProperties: false,
    });
    expect(schema.properties['a']).toMatchObject({ properties: { filters: list('Filter') } });
    expect(schema.properties['b']).toMatchObject({ properties: { filters: list('Filter_2') } });
  });

  it('[JS-25] are renamed in the definitions that come with them, not in earlier ones', () => {
    const wrapper: JsonSchemaNode = {
      type: 'object',
      properties: { filters: list('Filter'), nested: list('Wrapper') },
      required: ['filters', 'nested'],
    };
    const schema = both(
      { schema: request('Filter'), definitions: { Filter: filter('label') } },
      { schema: request('Wrapper'), definitions: { Wrapper: wrapper, Filter: filter('code') } },
    );
    expect(schema.$defs['Wrapper']).toMatchObject({
      properties: { filters: list('Filter_2'), nested: list('Wrapper') },
    });
    expect(schema.$defs['Filter']).toMatchObject({ properties: { filters: list('Filter') } });
    expect(Object.keys(schema.$defs).sort()).toEqual(['Filter', 'Filter_2', 'Wrapper']);
  });

  it('[JS-26] skip names of the root and of the same batch, and share equal definitions', () => {
    const schema = both(
      { schema: request('Filter'), definitions: { Filter: filter('label') } },
      {
        schema: request('Filter'),
        definitions: {
          Filter: filter('code'),
          Filter_2: { type: 'object', properties: { own: { type: 'string' } }, required: ['own'] },
        },
      },
    );
    expect(Object.keys(schema.$defs).sort()).toEqual(['Filter', 'Filter_2', 'Filter_3']);
    expect(schema.$defs['Filter_2']).toMatchObject({ required: ['own'] });
    expect(schema.$defs['Filter_3']).toMatchObject({ properties: { filters: list('Filter_3') } });
    expect(schema.properties['b']).toMatchObject({ properties: { filters: list('Filter_3') } });
  });
});

describe('definitions of any shape', () => {
  const NAMES = ['Filter', 'Filter_2', 'Node'] as const;
  const definitionsOf = fc
    .record({
      Filter: fc.record({ field: fc.constantFrom('a', 'b'), next: fc.constantFrom(...NAMES) }),
      Filter_2: fc.record({ field: fc.constantFrom('a', 'b'), next: fc.constantFrom(...NAMES) }),
      Node: fc.record({ field: fc.constantFrom('a', 'b'), next: fc.constantFrom(...NAMES) }),
    })
    .map((shapes) =>
      Object.fromEntries(
        Object.entries(shapes).map(([name, { field, next }]): [string, JsonSchemaNode] => [
          name,
          {
            type: 'object',
            properties: { [field]: { type: 'string' }, next: { $ref: `#/$defs/${next}` } },
            required: [field],
            additionalProperties: false,
          },
        ]),
      ),
    );

  /** A schema with its references followed a few steps. */
  function unfolded(node: unknown, definitions: Record<string, JsonSchemaNode>, depth: number): unknown {
    if (Array.isArray(node)) return node.map((item) => unfolded(item, definitions, depth));
    if (typeof node !== 'object' || node === null) return node;
    const reference = (node as JsonSchemaNode)['$ref'];
    if (typeof reference === 'string') {
      return depth === 0 ? '…' : unfolded(definitions[reference.slice('#/$defs/'.length)], definitions, depth - 1);
    }
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, unfolded(child, definitions, depth)]));
  }

  it('mean the same at the root as in their parameters', () => {
    class Pair {
      @Tool()
      both(first: object, second: object): string {
        return JSON.stringify([first, second]);
      }
    }
    fc.assert(
      fc.property(fc.tuple(definitionsOf, definitionsOf), (batches) => {
        const parameters = batches.map((definitions, index) => ({
          name: ['first', 'second'][index] as string,
          schema: { $ref: '#/$defs/Filter' },
          definitions,
        }));
        const manifest = ToolSchemaManifest.load(
          data({ classes: [classEntry('Pair', { members: ['both'], methods: { both: { parameters } } })] }),
        );
        const { properties, $defs } = inputOf(Pair, 'both') as {
          properties: Record<string, JsonSchemaNode>;
          $defs: Record<string, JsonSchemaNode>;
        };
        manifest.unregister();
        for (const { name, schema, definitions } of parameters) {
          expect(unfolded(properties[name], $defs, 8)).toEqual(unfolded(schema, definitions, 8));
        }
      }),
    );
  });
});

describe('function tools of the manifest', () => {
  it('need neither type nor schema', async () => {
    load({
      functions: [
        {
          name: 'currentWeather',
          file: 'src/tools.ts',
          schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      ],
    });
    const tool = FunctionToolCallback.builder('currentWeather', ({ city }: { city: string }) => city).build();
    expect(JSON.parse(tool.definition.inputSchema)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    });
    expect(await tool.call('{"city":"Paris"}')).toBe('"Paris"');
    await expect(tool.call('{}')).rejects.toThrow('$.city is required');
  });

  it('prefer a type or schema of their own', () => {
    load({ functions: [{ name: 'echo', file: 'src/tools.ts', schema: { type: 'number' } }] });
    const tool = FunctionToolCallback.builder('echo', (text: string) => text)
      .inputType('string')
      .build();
    expect(JSON.parse(tool.definition.inputSchema)).toMatchObject({ type: 'string' });
  });

  it('are not described where two sources use one name', () => {
    const entry = { name: 'same', schema: { type: 'string' } };
    load({
      functions: [
        { ...entry, file: 'src/a.ts' },
        { ...entry, file: 'src/b.ts' },
      ],
    });
    expect(() => FunctionToolCallback.builder('same', (text: string) => text).build()).toThrow(
      IllegalArgumentException,
    );
  });
});

describe('returned values', () => {
  class Returning {
    @Tool()
    find(): string | undefined {
      return undefined;
    }
    @Tool()
    clear(): unknown {
      return null;
    }
    @Tool()
    factory(): unknown {
      return 'x';
    }
  }

  const methods: Record<string, ManifestMethod> = {
    find: { parameters: [], returns: 'value' },
    clear: { parameters: [], returns: 'void' },
    factory: { parameters: [], returns: 'function' },
  };

  it('[RC-02] sends null for undefined only if the manifest says that a value is returned', async () => {
    const [find, , factory] = ToolCallbacks.from(new Returning());
    expect(await find?.call('{}')).toBe('"Done"');
    expect(await factory?.call('{}')).toBe('"x"');
    loadMethods('Returning', methods);
    const [described, clear] = ToolCallbacks.from(new Returning());
    expect(await described?.call('{}')).toBe('null');
    expect(await clear?.call('{}')).toBe('"Done"');
  });

  it('ignores methods that return functions as the manifest says', () => {
    loadMethods('Returning', methods);
    expect(ToolCallbacks.from(new Returning()).map(({ definition }) => definition.name)).toEqual(['find', 'clear']);
    expect(logs.messages('warn').join()).toContain('Returning.factory');
  });
});

describe('loading', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'manifest-'));
    writeFileSync(join(folder, 'a.ts'), 'export const a = 1;\r\n');
    writeFileSync(join(folder, 'b.ts'), 'export const b = 1;\n');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function write(files: Record<string, string>): string {
    const file = join(folder, 'tool-schemas.json');
    writeFileSync(file, JSON.stringify(data({ files })));
    return file;
  }

  const CURRENT = { 'a.ts': hashSource('export const a = 1;\n'), 'b.ts': hashSource('export const b = 1;\n') };

  it('takes a path or a URL, and says nothing while the sources are the same', () => {
    const file = write(CURRENT);
    loaded.push(ToolSchemaManifest.load(file), ToolSchemaManifest.load(pathToFileURL(file), { strict: true }));
    expect(loaded.map((manifest) => manifest.staleFiles())).toEqual([[], []]);
    expect(logs.messages('warn')).toEqual([]);
  });

  it('[JS-45] warns about sources that changed, and refuses them when strict', () => {
    const file = write(CURRENT);
    writeFileSync(join(folder, 'b.ts'), 'export const b = 2;\n');
    const manifest = ToolSchemaManifest.load(file);
    loaded.push(manifest);
    const message = 'The tool schema manifest is older than b.ts; run toolwright-schema.';
    expect(logs.messages('warn')).toEqual([message]);
    expect(manifest.staleFiles()).toEqual(['b.ts']);
    expect(() => ToolSchemaManifest.load(file, { strict: true })).toThrow(new IllegalStateException(message));
  });

  it('does not compare sources that are not there, nor any in production', () => {
    const file = write({ ...CURRENT, 'gone.ts': 'x', 'a.ts': 'old' });
    loaded.push(ToolSchemaManifest.load(file, { strict: true, checkSources: false }));
    expect(loaded[0]?.staleFiles()).toEqual(['a.ts']);
  });

  it('explains a file that is missing, unreadable or of another version', () => {
    const missing = join(folder, 'missing.json');
    expect(() => ToolSchemaManifest.load(missing)).toThrow(`Cannot read the tool schema manifest ${missing}`);
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{');
    expect(() => ToolSchemaManifest.load(broken)).toThrow(IllegalStateException);
    expect(() => ToolSchemaManifest.load({ version: 2 } as never)).toThrow(
      'is not a tool schema manifest of version 1',
    );
    expect(() => ToolSchemaManifest.load(null as never)).toThrow(new IllegalArgumentException('source cannot be null'));
  });
});
