import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException } from '@toolwright/core';
import {
  type AugmentedArgumentEvent,
  AugmentedToolCallback,
  AugmentedToolCallbackProvider,
  toAugmentedArgumentTypes,
  Tool,
  ToolArgumentsException,
} from '@toolwright/tools';
import { type } from 'arktype';
import { z } from 'zod';
import { rejection, TestToolCallback } from '../execution/testTools.js';

const Thought = z.object({
  thought: z.string().min(1).describe('Why this call is made'),
  confidence: z.number().min(0).max(1).optional(),
  tags: z.array(z.enum(['a', 'b'])).default(['a']),
});
type Thought = z.output<typeof Thought>;

class Weather {
  readonly asked: string[] = [];

  @Tool()
  weather(city: string): string {
    this.asked.push(city);
    return `sunny in ${city}`;
  }
}

function augmented(events: AugmentedArgumentEvent<Thought>[], weather = new Weather()) {
  const [callback] = AugmentedToolCallbackProvider.builder<Thought>()
    .toolObject(weather)
    .argumentType(Thought)
    .argumentConsumer((event) => {
      events.push(event);
    })
    .build()
    .toolCallbacks() as readonly AugmentedToolCallback[];
  return callback as AugmentedToolCallback;
}

describe('arguments added by a schema of a library', () => {
  it('[AU-04] are added to the schema of the tool with their descriptions', () => {
    const schema: unknown = JSON.parse(augmented([]).definition.inputSchema);
    expect(schema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        city: { type: 'string' },
        thought: { type: 'string', minLength: 1, description: 'Why this call is made' },
        confidence: { type: 'number', minimum: 0, maximum: 1 },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['a'] },
      },
      required: ['city', 'thought'],
      additionalProperties: false,
    });
  });

  it('[AU-01] are told as types in the order of the schema', () => {
    expect(toAugmentedArgumentTypes(Thought)).toEqual([
      {
        name: 'thought',
        type: 'any',
        description: 'Why this call is made',
        required: true,
        schema: { type: 'string', minLength: 1 },
      },
      {
        name: 'confidence',
        type: 'any',
        description: '',
        required: false,
        schema: { type: 'number', minimum: 0, maximum: 1 },
      },
      {
        name: 'tags',
        type: 'any',
        description: '',
        required: false,
        schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['a'] },
      },
    ]);
  });

  it('[AU-11] [AU-12] reach the consumer as the schema makes them, and the tool does not see them', async () => {
    const events: AugmentedArgumentEvent<Thought>[] = [];
    const weather = new Weather();
    const callback = augmented(events, weather);
    const input = '{"city":"Oslo","thought":"asked","confidence":null}';
    expect(await callback.call(input)).toBe('"sunny in Oslo"');
    expect(weather.asked).toEqual(['Oslo']);
    expect(events).toEqual([
      { toolDefinition: callback.definition, rawInput: input, arguments: { thought: 'asked', tags: ['a'] } },
    ]);
  });

  it('[AU-18] are checked by the schema before anybody is told', async () => {
    const events: AugmentedArgumentEvent<Thought>[] = [];
    const weather = new Weather();
    const error = await rejection<ToolArgumentsException>(
      augmented(events, weather).call('{"city":"Oslo","thought":"","confidence":2}'),
    );
    expect(error).toBeInstanceOf(ToolArgumentsException);
    expect(error.violations.map(({ path }) => path)).toEqual(['$.thought', '$.confidence']);
    expect(events).toEqual([]);
    expect(weather.asked).toEqual([]);
  });

  it('[AU-16] conflict with the parameters of the tool, or get another name, also in messages', async () => {
    const City = z.object({ city: z.number() });
    const [weather] = AugmentedToolCallbackProvider.builder<z.output<typeof City>>()
      .toolObject(new Weather())
      .argumentType(City)
      .argumentConsumer(() => undefined)
      .onConflict('prefix')
      .build()
      .toolCallbacks() as readonly AugmentedToolCallback[];
    expect(JSON.parse(weather?.definition.inputSchema ?? '')).toMatchObject({
      properties: { city: { type: 'string' }, _city: { type: 'number' } },
      required: ['city', '_city'],
    });
    const error = await rejection<ToolArgumentsException>(weather!.call('{"city":"Oslo","_city":"1"}'));
    expect(error.violations.map(({ path }) => path)).toEqual(['$._city']);
    expect(await weather!.call('{"city":"Oslo","_city":1}')).toBe('"sunny in Oslo"');
    const delegate = weather!;
    expect(() => new AugmentedToolCallback(delegate, City, null, true)).toThrow(IllegalStateException);
  });

  it('[AU-17] move their definitions to the root of the tool', () => {
    const Category = z.object({
      name: z.string(),
      get parts() {
        return z.array(Category);
      },
    });
    const Wrapped = z.object({ category: Category });
    const callback = new AugmentedToolCallback(new TestToolCallback('x'), Wrapped, null, true);
    const schema = JSON.parse(callback.definition.inputSchema) as Record<string, Record<string, unknown>>;
    const [name = ''] = Object.keys(schema['$defs'] ?? {});
    expect(schema['$defs']?.[name]).toMatchObject({
      properties: { parts: { items: { $ref: `#/$defs/${name}` } } },
      additionalProperties: false,
    });
    expect(schema['properties']?.['category']).toEqual({ $ref: `#/$defs/${name}` });
  });

  it('[AU-01] may come from any library that writes JSON Schema', async () => {
    const events: unknown[] = [];
    const Reason = type({ reason: 'string', 'score?': 'number' });
    const callback = new AugmentedToolCallback(
      new TestToolCallback('x'),
      Reason,
      ({ arguments: added }) => {
        events.push(added);
      },
      true,
    );
    await callback.call('{"reason":"why","score":null}');
    expect(events).toEqual([{ reason: 'why' }]);
  });

  it('[AU-03] must be an object with properties', () => {
    const refuse = (schema: z.ZodType): (() => unknown) => {
      return () => new AugmentedToolCallback(new TestToolCallback('x'), schema, null, true);
    };
    expect(refuse(z.object({}))).toThrow(IllegalArgumentException);
    expect(refuse(z.string())).toThrow(
      'The type of added arguments, a schema of zod, must be an object with at least one property',
    );
    expect(refuse(z.object({ at: z.date() }))).toThrow(
      'The type of added arguments, a schema of zod, cannot be written as JSON Schema. Use a version or adapter of zod',
    );
  });
});
