import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import {
  FunctionToolCallback,
  type JsonSchemaNode,
  SchemaDialect,
  Tool,
  ToolCallbacks,
  ToolDefinition,
  ToolParam,
} from '@toolwright/tools';
import { IsEmail, IsInt, IsOptional, IsString, Length, Min } from 'class-validator';
import fc from 'fast-check';
import { z } from 'zod';

function definitionOf(schema: object | string): ToolDefinition {
  return ToolDefinition.builder()
    .name('x')
    .inputSchema(typeof schema === 'string' ? schema : JSON.stringify(schema))
    .build();
}

function schemaIn(dialect: SchemaDialect, schema: object | string): JsonSchemaNode | null {
  return dialect.schemaOf(definitionOf(schema)).schema;
}

/** Every node of a schema. */
function nodesOf(node: unknown): readonly JsonSchemaNode[] {
  if (Array.isArray(node)) return node.flatMap(nodesOf);
  if (typeof node !== 'object' || node === null) return [];
  const record = node as JsonSchemaNode;
  const children = Object.entries(record).flatMap(([keyword, value]) => {
    if (['properties', '$defs'].includes(keyword)) return Object.values(value as object).flatMap(nodesOf);
    return ['items', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'additionalProperties'].includes(keyword)
      ? nodesOf(value)
      : [];
  });
  return [record, ...children];
}

class Address {
  @IsString()
  @Length(2, 80)
  street!: string;

  @IsOptional()
  @IsEmail()
  mail?: string;
}

enum Color {
  RED = 'red',
  BLUE = 'blue',
}

class Shop {
  @Tool({ description: 'Orders something' })
  order(
    @ToolParam({ description: 'What to order' }) item: string,
    address: Address,
    @ToolParam({ type: 'integer', schema: { minimum: 1 }, required: false }) count?: number,
    @ToolParam({ type: { enum: Color }, required: false }) color?: Color,
    @ToolParam({ type: ['string'], schema: { uniqueItems: true, minItems: 1 }, required: false }) tags?: string[],
    @ToolParam({ required: false }) when?: Date,
  ): string {
    return [item, address.street, count, color, tags, when].join();
  }
}

class Numbers {
  @IsInt()
  @Min(0)
  low!: number;
}

const order = ToolCallbacks.from(new Shop())[0]!;

/** One property of every kind that a schema may have. */
const EVERYTHING = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    Tree: {
      type: 'object',
      properties: { left: { $ref: '#/$defs/Tree' }, value: { type: 'integer' } },
      required: ['value'],
    },
  },
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 9, default: 'a', examples: ['b'] },
    uri: { type: 'string', format: 'uri' },
    time: { type: 'string', format: 'date-time' },
    bytes: { type: 'string', contentEncoding: 'base64' },
    number: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 0.5 },
    level: { type: 'integer', enum: [1, 2] },
    word: { enum: ['a', 'b'] },
    only: { const: 'k', type: 'string' },
    maybe: { type: ['string', 'null'] },
    either: { type: ['string', 'integer'] },
    one: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    tuple: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    set: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    tree: { $ref: '#/$defs/Tree' },
    flag: { type: 'boolean' },
  },
  required: ['text', 'tree'],
};

describe('the strict dialect of OpenAI', () => {
  it('closes objects, requires every property and drops what the mode does not know', () => {
    const { schema, strict } = SchemaDialect.OPENAI_STRICT.schemaOf(order.definition);
    expect(strict).toBe(true);
    expect(schema).toEqual({
      type: 'object',
      properties: {
        item: { type: 'string', description: 'What to order' },
        address: {
          type: 'object',
          properties: { mail: { type: ['string', 'null'], format: 'email' }, street: { type: 'string' } },
          required: ['mail', 'street'],
          additionalProperties: false,
        },
        count: { type: ['integer', 'null'], minimum: 1 },
        color: { type: ['string', 'null'], enum: ['red', 'blue', null] },
        tags: { type: ['array', 'null'], items: { type: 'string' }, minItems: 1 },
        when: { type: ['string', 'null'] },
      },
      required: ['item', 'address', 'count', 'color', 'tags', 'when'],
      additionalProperties: false,
    });
  });

  it('says everything that it can of every kind of type', () => {
    const schema = schemaIn(SchemaDialect.OPENAI_STRICT, EVERYTHING);
    expect(schema).toMatchObject({
      $defs: { Tree: { required: ['left', 'value'], additionalProperties: false } },
      properties: {
        text: { type: 'string' },
        uri: { type: ['string', 'null'] },
        time: { type: ['string', 'null'], format: 'date-time' },
        number: { type: ['number', 'null'], exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 0.5 },
        word: { enum: ['a', 'b', null] },
        one: { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'null' }] },
        tuple: {
          type: ['array', 'null'],
          items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
          minItems: 2,
          maxItems: 2,
        },
        tree: { $ref: '#/$defs/Tree' },
      },
    });
    const allowed = new Set(
      (
        '$defs $ref type title description enum const anyOf properties required additionalProperties items minItems maxItems ' +
        'pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum'
      ).split(' '),
    );
    for (const node of nodesOf(schema)) {
      expect(Object.keys(node).filter((keyword) => !allowed.has(keyword))).toEqual([]);
      if (!('properties' in node)) continue;
      expect(node['additionalProperties']).toBe(false);
      expect(node['required']).toEqual(Object.keys(node['properties'] as object));
    }
  });

  it('is not used for what it cannot say: maps, anything, alternatives at the root, conditions', () => {
    const loose = [
      { type: 'object', properties: { map: { type: 'object', additionalProperties: { type: 'string' } } } },
      { type: 'object', properties: { free: { type: 'object' } } },
      { type: 'object', properties: { any: {} } },
      { type: 'object', properties: { list: { type: 'array' } } },
      { type: 'object', properties: { odd: { type: 'string', not: { const: 'x' } } } },
      { type: 'object', patternProperties: { '^a': { type: 'string' } }, properties: {} },
      { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }] },
      { type: 'object', properties: {}, additionalProperties: true },
    ];
    for (const schema of loose) {
      const { strict, schema: sent } = SchemaDialect.OPENAI_STRICT.schemaOf(definitionOf(schema));
      expect([schema, strict]).toEqual([schema, false]);
      expect(sent).toMatchObject({ type: 'object' });
    }
  });

  it('[TX-20] lets null mean that an optional argument was left out, whoever declared it', async () => {
    const strict = SchemaDialect.OPENAI_STRICT;
    const methodArguments =
      '{"item":"a","address":{"street":"Main St","mail":null},"count":null,"color":null,"tags":null,"when":null}';
    expect(await order.call(methodArguments)).toBe('"a,Main St,,,,"');
    const zod = FunctionToolCallback.builder<object>('zod', (input) => input)
      .inputType(
        z.object({
          city: z.string(),
          unit: z.enum(['C', 'F']).optional(),
          note: z.string().nullable(),
          stops: z.array(z.object({ at: z.string().optional() })).optional(),
        }),
      )
      .build();
    expect(strict.schemaOf(zod.definition).strict).toBe(true);
    expect(await zod.call('{"city":"Oslo","unit":null,"note":null,"stops":[{"at":null},{"at":"x"}]}')).toBe(
      '{"city":"Oslo","note":null,"stops":[{},{"at":"x"}]}',
    );
    await expect(zod.call('{"city":null,"note":null}')).rejects.toThrow('$.city');
    const byHand = FunctionToolCallback.builder<object>('byHand', (input) => input)
      .inputSchema(
        '{"type":"object","$defs":{"A":{"type":"object","properties":{"b":{"type":"string"}}}},' +
          '"properties":{"a":{"$ref":"#/$defs/A"},"n":{"type":["string","null"]},"c":{"const":1}}}',
      )
      .build();
    expect(await byHand.call('{"a":{"b":null},"n":null,"c":null}')).toBe('{"a":{},"n":null}');
  });
});

describe('the dialects of OpenAI and Anthropic', () => {
  for (const dialect of [SchemaDialect.OPENAI, SchemaDialect.ANTHROPIC]) {
    it(`${dialect.name}: keeps a schema that has an object at its root`, () => {
      const { schema, strict } = dialect.schemaOf(order.definition);
      expect(strict).toBe(false);
      expect(schema).toEqual(JSON.parse(order.definition.inputSchema));
      const byHand = { type: 'object', properties: { a: { type: 'object', properties: {} } }, title: 'By hand' };
      expect(schemaIn(dialect, byHand)).toEqual(byHand);
      expect(schemaIn(dialect, '{}')).toEqual({ type: 'object', properties: {} });
    });

    it(`${dialect.name}: merges alternatives at the root`, () => {
      const union = z.union([
        z.object({ kind: z.literal('mail'), to: z.string() }),
        z.object({ kind: z.literal('chat'), room: z.string(), to: z.string() }),
      ]);
      const tool = FunctionToolCallback.builder('send', () => 'sent')
        .inputType(union)
        .build();
      expect(dialect.schemaOf(tool.definition).schema).toEqual({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          kind: {
            anyOf: [
              { type: 'string', const: 'mail' },
              { type: 'string', const: 'chat' },
            ],
          },
          to: { type: 'string' },
          room: { type: 'string' },
        },
        required: ['kind', 'to'],
        additionalProperties: false,
      });
    });

    it(`${dialect.name}: merges parts and a reference at the root`, () => {
      const schema = {
        $defs: { A: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
        allOf: [{ $ref: '#/$defs/A' }, { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] }],
      };
      expect(schemaIn(dialect, schema)).toMatchObject({
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer' } },
        required: ['a', 'b'],
      });
      expect(schemaIn(dialect, { $defs: schema.$defs, $ref: '#/$defs/A' })).toMatchObject({
        properties: { a: { type: 'string' } },
        required: ['a'],
      });
    });
  }
});

describe('the dialect of Gemini', () => {
  it('is the subset of OpenAPI that it takes', () => {
    expect(SchemaDialect.GEMINI.schemaOf(order.definition).schema).toEqual({
      type: 'OBJECT',
      properties: {
        item: { type: 'STRING', description: 'What to order' },
        address: {
          type: 'OBJECT',
          properties: { mail: { type: 'STRING' }, street: { type: 'STRING', minLength: 2, maxLength: 80 } },
          required: ['street'],
          propertyOrdering: ['mail', 'street'],
        },
        count: { type: 'INTEGER', minimum: 1 },
        color: { type: 'STRING', format: 'enum', enum: ['red', 'blue'] },
        tags: { type: 'ARRAY', items: { type: 'STRING' }, minItems: 1 },
        when: { type: 'STRING' },
      },
      required: ['item', 'address'],
      propertyOrdering: ['item', 'address', 'count', 'color', 'tags', 'when'],
    });
  });

  it('says everything that it can of every kind of type', () => {
    const schema = schemaIn(SchemaDialect.GEMINI, EVERYTHING);
    expect(schema?.['properties']).toEqual({
      text: { type: 'STRING', minLength: 1, maxLength: 9 },
      uri: { type: 'STRING' },
      time: { type: 'STRING', format: 'date-time' },
      bytes: { type: 'STRING' },
      number: { type: 'NUMBER', minimum: 0, maximum: 9 },
      level: { type: 'INTEGER', description: 'One of 1, 2.' },
      word: { type: 'STRING', format: 'enum', enum: ['a', 'b'] },
      only: { type: 'STRING', format: 'enum', enum: ['k'] },
      maybe: { type: 'STRING', nullable: true },
      either: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] },
      one: { type: 'STRING', nullable: true },
      tuple: { type: 'ARRAY', items: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] } },
      set: { type: 'ARRAY', items: { type: 'STRING' } },
      tree: {
        type: 'OBJECT',
        properties: {
          left: {
            type: 'OBJECT',
            properties: { left: { type: 'OBJECT' }, value: { type: 'INTEGER' } },
            required: ['value'],
            propertyOrdering: ['left', 'value'],
          },
          value: { type: 'INTEGER' },
        },
        required: ['value'],
        propertyOrdering: ['left', 'value'],
      },
      flag: { type: 'BOOLEAN' },
    });
  });

  it('describes maps, and gives what has no type one', () => {
    const schema = {
      type: 'object',
      properties: {
        map: { type: 'object', additionalProperties: { type: 'integer' }, description: 'Scores' },
        any: { description: 'Anything' },
        list: { type: 'array' },
      },
    };
    expect(schemaIn(SchemaDialect.GEMINI, schema)?.['properties']).toEqual({
      map: { type: 'OBJECT', description: 'Scores. An object with keys of your choice. Values are of type integer.' },
      any: { type: 'STRING', description: 'Anything' },
      list: { type: 'ARRAY', items: { type: 'STRING' } },
    });
  });

  it('has no schema for a tool without arguments', () => {
    const tool = FunctionToolCallback.builder('now', () => 'now').build();
    expect(SchemaDialect.GEMINI.schemaOf(tool.definition)).toEqual({ schema: null, strict: false });
  });
});

describe('every dialect', () => {
  const dialects = [SchemaDialect.OPENAI, SchemaDialect.OPENAI_STRICT, SchemaDialect.ANTHROPIC, SchemaDialect.GEMINI];

  it('rewrites a schema once, freezes it and writes equal schemas equally', () => {
    const tool = FunctionToolCallback.builder('low', () => '')
      .inputType(Numbers)
      .build();
    const again = FunctionToolCallback.builder('low', () => '')
      .inputType(Numbers)
      .build();
    for (const dialect of dialects) {
      const first = dialect.schemaOf(tool.definition);
      expect(dialect.schemaOf(tool.definition)).toBe(first);
      expect(JSON.stringify(dialect.schemaOf(again.definition))).toBe(JSON.stringify(first));
      for (const node of nodesOf(first.schema)) expect(Object.isFrozen(node)).toBe(true);
    }
  });

  it('writes any schema without failing, with an object at the root', () => {
    const { node } = fc.letrec<{ node: JsonSchemaNode }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<JsonSchemaNode>(
          {},
          { type: 'string' },
          { enum: [1, null] },
          { $ref: '#' },
          { $ref: '#/$defs/Gone' },
        ),
        fc.record<JsonSchemaNode>({ type: fc.constant('array'), items: tie('node') }),
        fc
          .dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('node'))
          .map((properties) => ({ type: 'object', properties })),
        fc
          .tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
          .map(([keyword, branches]) => ({ [keyword]: branches })),
      ),
    }));
    fc.assert(
      fc.property(node, (schema) => {
        for (const dialect of dialects) {
          const { schema: written } = dialect.schemaOf(definitionOf(schema));
          if (written) expect(String(written['type']).toLowerCase()).toBe('object');
        }
      }),
      { numRuns: 300 },
    );
  });
});
