import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException } from '@toolwright/core';
import {
  FunctionToolCallback,
  ToolArgumentsException,
  ToolContext,
  ToolExecutionException,
  type ToolFunction,
} from '@toolwright/tools';
import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import { z } from 'zod';

class Booking {
  @IsString()
  guest!: string;
  @IsInt()
  @Min(1)
  nights!: number;

  label(): string {
    return `${this.guest} for ${this.nights}`;
  }
}

describe('FunctionToolCallback', () => {
  it('[FT-01] hands a text to the function and quotes its answer', async () => {
    const received: string[] = [];
    const callback = FunctionToolCallback.builder<string>('echo', (input) => {
      received.push(input);
      return `return value = ${input}`;
    })
      .inputType('string')
      .build();
    const result = await callback.call('"test string param"', new ToolContext({ foo: 'bar' }));
    expect(received).toEqual(['test string param']);
    expect(result).toBe('"return value = test string param"');
  });

  it('[FT-02] hands the same context to the function, or none', async () => {
    const contexts: unknown[] = [];
    const callback = FunctionToolCallback.builder<string>('echo', (_input, toolContext) => contexts.push(toolContext))
      .inputType(String)
      .build();
    const context = new ToolContext({ foo: 'bar' });
    await callback.call('"a"', context);
    await callback.call('"a"');
    expect(contexts[0]).toBe(context);
    expect(contexts[1]).toBeUndefined();
  });

  it('[FT-03] ignores the input of a supplier, and an empty text is valid input', async () => {
    const supplier = FunctionToolCallback.builder('supply', () => 'return value = ').build();
    expect(await supplier.call('"anything"')).toBe('"return value = "');
    const consumed: string[] = [];
    const consumer = FunctionToolCallback.builder<string>('consume', (input) => {
      consumed.push(input);
    })
      .inputType('string')
      .build();
    await consumer.call('"test string param"');
    await consumer.call('""');
    expect(consumed).toEqual(['test string param', '']);
    await expect(consumer.call(' ')).rejects.toThrow(new IllegalArgumentException('toolInput cannot be null or empty'));
  });

  it('[FT-04] answers Done for a function without a result', async () => {
    const consumer = FunctionToolCallback.builder<string>('consume', () => undefined)
      .inputType('string')
      .build();
    expect(await consumer.call('"a"')).toBe('"Done"');
  });

  it('[FT-05] wraps what the function throws, but not twice', async () => {
    const cause = new Error('test exception');
    const failing = FunctionToolCallback.builder('fail', () => {
      throw cause;
    }).build();
    const error = (await failing.call('{}').catch((reason: unknown) => reason)) as ToolExecutionException;
    expect(error).toBeInstanceOf(ToolExecutionException);
    expect(error.message).toBe('test exception');
    expect(error.cause).toBe(cause);
    expect(error.toolDefinition).toBe(failing.definition);
    const outer = FunctionToolCallback.builder('outer', async () => failing.call('{}')).build();
    const passed = (await outer.call('{}').catch((reason: unknown) => reason)) as ToolExecutionException;
    expect(passed).toBeInstanceOf(ToolExecutionException);
    expect(passed.toolDefinition).toBe(failing.definition);
    const own = new ToolExecutionException(failing.definition, cause);
    for (const body of [
      () => {
        throw own;
      },
      () => Promise.reject(own),
    ]) {
      const rethrown: unknown = await FunctionToolCallback.builder('own', body)
        .build()
        .call('{}')
        .catch((reason: unknown) => reason);
      expect(rethrown).toBe(own);
    }
  });

  it('[FT-06] answers malformed input like a method does', async () => {
    const callback = FunctionToolCallback.builder('echo', (input) => input)
      .inputType(Booking)
      .build();
    const error: unknown = await callback.call('{"a":').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolArgumentsException);
    expect((error as Error).message).toBe(
      "Arguments of tool 'echo' are not valid JSON (position 5). Send one JSON object that matches the tool's schema.",
    );
  });

  it('[FT-06] reads null and an empty text as no arguments where its input is an object, as methods do', async () => {
    class Filter {
      @IsOptional()
      @IsString()
      text?: string;
    }
    const echo = () => FunctionToolCallback.builder('echo', (input: unknown) => [input instanceof Filter, input]);
    const tools = [
      [echo().inputType(Filter).build(), '[true,{}]'],
      [echo().inputType({ record: 'string' }).build(), '[false,{}]'],
      [echo().inputSchema('{"type":"object","properties":{}}').build(), '[false,{}]'],
      [
        echo()
          .inputType(z.object({ limit: z.number().default(5) }))
          .build(),
        '[false,{"limit":5}]',
      ],
    ] as const;
    for (const [callback, expected] of tools) {
      expect([await callback.call('null'), await callback.call('""')]).toEqual([expected, expected]);
    }
    expect(await echo().inputType('any').build().call('null')).toBe('[false,null]');
    expect(await echo().inputType('string').build().call('""')).toBe('[false,""]');
  });

  it('[FT-07] needs a name and a function', () => {
    for (const name of ['', ' ', null as unknown as string]) {
      expect(() => FunctionToolCallback.builder(name, () => 1)).toThrow(
        new IllegalArgumentException('name cannot be null or empty'),
      );
    }
    expect(() => FunctionToolCallback.builder('a', null as unknown as ToolFunction<unknown>)).toThrow(
      new IllegalArgumentException('toolFunction cannot be null'),
    );
  });

  it('[FT-08] needs a type or a schema for a function with input', () => {
    expect(() => FunctionToolCallback.builder('a', (input) => input).build()).toThrow(
      new IllegalArgumentException('inputType cannot be null'),
    );
    expect(
      FunctionToolCallback.builder('a', (input) => input)
        .inputSchema('{}')
        .build().definition.inputSchema,
    ).toBe('{}');
    const { inputSchema } = FunctionToolCallback.builder('a', () => 1).build().definition;
    expect(JSON.parse(inputSchema)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {},
      required: [],
      additionalProperties: false,
    });
  });

  it('[FT-09] describes itself by its name split into words', () => {
    expect(FunctionToolCallback.builder('currentWeather', () => 1).build().definition.description).toBe(
      'current weather',
    );
  });

  it('[FT-10] uses a given schema as it is, and checks input against it', async () => {
    const schema = '{ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] }';
    const callback = FunctionToolCallback.builder<{ n: number }>('twice', ({ n }) => n * 2)
      .inputSchema(schema)
      .build();
    expect(callback.definition.inputSchema).toBe(schema);
    expect(await callback.call('{"n":21}')).toBe('42');
    await expect(callback.call('{"n":"x"}')).rejects.toThrow(
      "Invalid arguments for tool 'twice': $.n must be an integer number",
    );
  });

  it('[FT-11] publishes an object without properties for no input', () => {
    const { inputSchema } = FunctionToolCallback.builder('a', (input) => input)
      .inputType('void')
      .build().definition;
    expect(JSON.parse(inputSchema)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {},
      required: [],
      additionalProperties: false,
    });
  });

  it('[FT-12] hands a checked instance of a class to the function', async () => {
    let runs = 0;
    const callback = FunctionToolCallback.builder<Booking>('book', (booking) => {
      runs += 1;
      return booking.label();
    })
      .inputType(Booking)
      .build();
    expect(JSON.parse(callback.definition.inputSchema).properties).toEqual({
      guest: { type: 'string' },
      nights: { type: 'integer', minimum: 1 },
    });
    expect(await callback.call('{"guest":"Ada","nights":"2","zzz":1}')).toBe('"Ada for 2"');
    await expect(callback.call('{"guest":"Ada","nights":0}')).rejects.toThrow(
      "Invalid arguments for tool 'book': $.nights must be at least 1",
    );
    await expect(callback.call('[]')).rejects.toThrow("Invalid arguments for tool 'book': $ must be an object");
    expect(runs).toBe(1);
    const strict = FunctionToolCallback.builder<Booking>('book', (booking) => booking.label())
      .inputType(Booking)
      .unknownArguments('reject')
      .build();
    await expect(strict.call('{"guest":"Ada","nights":2,"zzz":1}')).rejects.toThrow(
      "Invalid arguments for tool 'book': $.zzz is not a known key",
    );
  });
});
