import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException } from '@toolwright/core';
import {
  FunctionToolCallback,
  type StandardSchema,
  ToolArgumentsException,
  ToolExecutionException,
} from '@toolwright/tools';
import { type } from 'arktype';
import { z } from 'zod';
import { rejection } from '../execution/testTools.js';

/** A tool that remembers what its function received. */
function recording(inputType: StandardSchema, inputSchema?: string) {
  const received: unknown[] = [];
  const builder = FunctionToolCallback.builder('w', (input) => {
    received.push(input);
    return 'ok';
  }).inputType(inputType);
  if (inputSchema !== undefined) builder.inputSchema(inputSchema);
  const callback = builder.build();
  return { callback, received, schema: JSON.parse(callback.definition.inputSchema) as Record<string, unknown> };
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

describe('a Zod schema as input type', () => {
  const weather = z.object({ city: z.string().describe('City'), unit: z.enum(['C', 'F']).optional() });

  it('[ZS-01] makes a closed schema with descriptions', () => {
    const { schema } = recording(weather);
    expect(schema).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: {
        city: { type: 'string', description: 'City' },
        unit: { type: 'string', enum: ['C', 'F'] },
      },
      required: ['city'],
      additionalProperties: false,
    });
  });

  it('[ZS-01] stands before the function, whose input then needs no type', async () => {
    const callback = FunctionToolCallback.builder(
      'w',
      weather,
      ({ city, unit = 'C' }) => `20 °${unit} in ${city}`,
    ).build();
    expect(callback.definition.inputSchema).toBe(recording(weather).callback.definition.inputSchema);
    expect(await callback.call('{"city":"Rome"}')).toBe('"20 °C in Rome"');
    await expect(callback.call('{"city":1}')).rejects.toThrow('$.city');
    const words = FunctionToolCallback.builder(
      'w',
      type({ text: 'string' }),
      ({ text }) => text.split(' ').length,
    ).build();
    expect(await words.call('{"text":"a rose"}')).toBe('2');
  });

  it('[ZS-01] stands before the function, and neither can be null', () => {
    expect(() => FunctionToolCallback.builder('w', null as never, () => 1)).toThrow('inputType cannot be null');
    expect(() => FunctionToolCallback.builder('w', weather, null as never)).toThrow('toolFunction cannot be null');
  });

  it('[ZS-01] hands the parsed value to the function, with defaults and transformations', async () => {
    const parsing = z.object({
      city: z.string().transform((city) => city.toUpperCase()),
      days: z.number().int().default(3),
      when: z.iso
        .datetime()
        .transform((text) => new Date(text))
        .optional(),
    });
    const { callback, received, schema } = recording(parsing);
    expect(await callback.call('{"city":"Rome","when":"2026-01-02T03:04:05Z"}')).toBe('"ok"');
    expect(received).toEqual([{ city: 'ROME', days: 3, when: new Date('2026-01-02T03:04:05Z') }]);
    expect(schema['required']).toEqual(['city']);
  });

  it('waits for asynchronous checks and wraps what a check throws', async () => {
    const slow = recording(z.object({ city: z.string().refine(async (city) => city !== 'Nowhere', 'must exist') }));
    expect(await slow.callback.call('{"city":"Rome"}')).toBe('"ok"');
    expect((await rejection<Error>(slow.callback.call('{"city":"Nowhere"}'))).message).toBe(
      "Invalid arguments for tool 'w': $.city must exist",
    );
    const broken = recording(
      z.object({
        city: z.string().refine(() => {
          throw new Error('lookup failed');
        }),
      }),
    );
    const error = await rejection<ToolExecutionException>(broken.callback.call('{"city":"Rome"}'));
    expect(error).toBeInstanceOf(ToolExecutionException);
    expect(error.phase).toBe('arguments');
  });

  it('[ZS-04] says what is wrong with its JSON path', async () => {
    const order = z.object({ order: z.object({ items: z.array(z.object({ qty: z.int() })) }), city: z.string() });
    const { callback, received } = recording(order);
    const error = await rejection<ToolArgumentsException>(
      callback.call('{"order":{"items":[{"qty":1},{"qty":"many"}]}}'),
    );
    expect(error).toBeInstanceOf(ToolArgumentsException);
    expect(error.message).toBe(
      "Invalid arguments for tool 'w': $.order.items[1].qty Invalid input: expected number, received string; " +
        '$.city Invalid input: expected string, received undefined',
    );
    expect(error.violations.map(({ path }) => path)).toEqual(['$.order.items[1].qty', '$.city']);
    expect(received).toEqual([]);
    const malformed = await rejection<Error>(callback.call('{"a":'));
    expect(malformed.message).toContain("Arguments of tool 'w' are not valid JSON (position 5).");
  });

  it('[ZS-04] lists at most ten issues', async () => {
    const { callback } = recording(z.array(z.int()));
    const error = await rejection<ToolArgumentsException>(callback.call(JSON.stringify(Array(13).fill('x'))));
    expect(error.message).toMatch(/\$\[9\] [^;]*; and 3 more$/);
    expect(error.message).not.toContain('$[10]');
    expect(error.violations).toHaveLength(13);
  });
});

describe('a schema of any other library', () => {
  it('[ZS-02] works the same way', async () => {
    const { callback, received, schema } = recording(type({ city: 'string', 'days?': '1 <= number <= 7' }));
    expect(schema).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'number', minimum: 1, maximum: 7 } },
      required: ['city'],
      additionalProperties: false,
    });
    await callback.call('{"city":"Rome","days":2}');
    expect(received).toEqual([{ city: 'Rome', days: 2 }]);
    expect((await rejection<Error>(callback.call('{"city":5,"days":9}'))).message).toBe(
      "Invalid arguments for tool 'w': $.city must be a string (was a number); $.days must be at most 7 (was 9)",
    );
  });

  it('[ZS-02] needs no import of Zod in this package', () => {
    const src = fileURLToPath(new URL('../../src', import.meta.url));
    const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter((file) => /from '(?:zod|arktype)/.test(readFileSync(`${src}/${file}`, 'utf8')))).toEqual([]);
  });

  const bare: StandardSchema = {
    '~standard': { version: 1, vendor: 'bare', validate: (value) => ({ value: { checked: value } }) },
  };
  const message =
    "The input type of tool 'w', a schema of bare, cannot be written as JSON Schema. Give .inputSchema(text) beside it, " +
    'or use a version or adapter of bare that implements Standard JSON Schema.';

  it('[ZS-03] is refused if it cannot be written as JSON Schema', () => {
    expect(() => recording(bare)).toThrow(new IllegalArgumentException(message));
    const dated = () => recording(z.object({ at: z.date() }));
    expect(dated).toThrow(IllegalArgumentException);
    expect(dated).toThrow(message.replaceAll('bare', 'zod'));
  });

  it('is not closed where that would make branches exclude each other', () => {
    const branch = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    const written = { allOf: [branch('a'), branch('b')] };
    const { schema } = recording({ '~standard': { ...bare['~standard'], jsonSchema: { input: () => written } } });
    expect(schema).toEqual({ $schema: DIALECT, ...written });
  });

  it('[ZS-03] may have a raw schema beside it', async () => {
    const raw = '{"type":"object","properties":{"a":{"type":"string"}}}';
    const { callback, received } = recording(bare, raw);
    expect(callback.definition.inputSchema).toBe(raw);
    await callback.call('{"a":"x"}');
    expect(received).toEqual([{ checked: { a: 'x' } }]);
  });
});

describe('a raw schema with references', () => {
  const raw = JSON.stringify({
    $schema: DIALECT,
    type: 'object',
    $defs: {
      Size: { type: 'integer', minimum: 1 },
      Box: { type: 'object', properties: { w: { $ref: '#/$defs/Size' } } },
    },
    properties: { box: { $ref: '#/$defs/Box' } },
    required: ['box'],
  });
  const build = (schema: string) =>
    FunctionToolCallback.builder('box', () => 'ok')
      .inputSchema(schema)
      .build();

  it('[ZS-05] is sent unchanged and checked with its references', async () => {
    const callback = build(raw);
    expect(callback.definition.inputSchema).toBe(raw);
    expect(await callback.call('{"box":{"w":2}}')).toBe('"ok"');
    expect((await rejection<Error>(callback.call('{"box":{"w":0}}'))).message).toBe(
      "Invalid arguments for tool 'box': $.box.w must be at least 1",
    );
  });

  it.each(['https://example.com/size.json', 'other.json#/$defs/Size'])(
    '[ZS-05] is refused if it refers to %s',
    (ref) => {
      expect(() => build(raw.replace('#/$defs/Size', ref))).toThrow(
        new IllegalArgumentException(
          `The input schema of tool 'box' refers to '${ref}'; only references inside the document, which start with #, are ` +
            'resolved. Copy what it refers to into $defs.',
        ),
      );
    },
  );

  it('may have data that looks like a reference', () => {
    expect(() => build('{"type":"object","properties":{"a":{"const":{"$ref":"https://example.com"}}}}')).not.toThrow();
  });
});

describe('messages of a library', () => {
  it('[TX-05] repeat no value of more than a hundred characters', async () => {
    const long = 'x'.repeat(120);
    const told = async (schema: StandardSchema, input: unknown): Promise<string> => {
      const { callback } = recording(schema, '{"type":"object"}');
      return (await rejection<Error>(callback.call(JSON.stringify(input)))).message;
    };
    const refused = z.object({ city: z.string().refine(() => false, { error: ({ input }) => `no ${String(input)}` }) });
    expect(await told(refused, { city: long })).toBe(`Invalid arguments for tool 'w': $.city no ${'x'.repeat(100)}…`);
    expect(await told(refused, { city: 'Rome' })).toBe("Invalid arguments for tool 'w': $.city no Rome");
    const email = type({ list: type('string.email').array() });
    expect(await told(email, { list: [long] })).toBe(
      `Invalid arguments for tool 'w': $.list[0] must be an email address (was "${'x'.repeat(100)}…")`,
    );
  });
});
