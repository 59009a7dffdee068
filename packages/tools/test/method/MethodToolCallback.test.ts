import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import {
  DefaultToolExecutionExceptionProcessor,
  FunctionToolCallback,
  MethodToolCallback,
  MethodToolCallbackProvider,
  methodHandle,
  Tool,
  ToolArgumentsException,
  type ToolCallback,
  ToolCallbacks,
  ToolContext,
  ToolDefinition,
  ToolDefinitions,
  ToolExecutionException,
  ToolMetadata,
  ToolParam,
  ToolSignal,
} from '@toolwright/tools';
import { IsArray, IsInt, IsOptional, IsString, Matches, Min, ValidateNested } from 'class-validator';
import { Expose, Type } from 'class-transformer';

enum Color {
  Red = 'RED',
  Green = 'GREEN',
}

class Item {
  @IsInt()
  @Min(1)
  qty!: number;
}

class Order {
  @ValidateNested({ each: true })
  @Type(() => Item)
  items!: Item[];

  total(): number {
    return this.items.reduce((sum, item) => sum + item.qty, 0);
  }
}

class Person {
  @IsString()
  name!: string;
  @IsInt()
  age!: number;
  @ToolParam({ required: false })
  born?: Date;

  greeting(): string {
    return `${this.name} is ${this.age}`;
  }
}

/** Records what it is called with. */
class Tools {
  readonly calls: unknown[][] = [];

  private record(...values: unknown[]): string {
    this.calls.push(values);
    return 'ok';
  }

  @Tool()
  greet(city: string): string {
    return this.record(city);
  }
  @Tool()
  numbers(@ToolParam({ type: 'integer' }) whole: number, real: number, flag: boolean): string {
    return this.record(whole, real, flag);
  }
  @Tool()
  whole(@ToolParam({ type: 'integer' }) value: number): string {
    return this.record(value);
  }
  @Tool()
  flag(value: boolean): string {
    return this.record(value);
  }
  @Tool()
  paint(@ToolParam({ type: { enum: Color } }) color: Color): string {
    return this.record(color);
  }
  @Tool()
  schedule(at: Date): string {
    return this.record(at);
  }
  @Tool()
  strings(@ToolParam({ type: ['string'] }) strings: string[]): string {
    return this.record(strings);
  }
  @Tool()
  map(@ToolParam({ type: { map: 'integer' } }) map: Map<string, number>): string {
    return this.record(map);
  }
  @Tool()
  record_(@ToolParam({ type: { record: 'integer' } }) map: Record<string, number>): string {
    return this.record(map);
  }
  @Tool()
  maps(@ToolParam({ type: [{ record: 'integer' }] }) maps: Record<string, number>[]): string {
    return this.record(maps);
  }
  @Tool()
  anything(@ToolParam({ type: 'any' }) value: unknown): string {
    return this.record(value);
  }
  @Tool()
  person(person: Person): string {
    return this.record(person, person.greeting());
  }
  @Tool()
  order(order: Order): string {
    return this.record(order, order.total());
  }
  @Tool()
  limited(query: string, limit = 10, ...tags: string[]): string {
    return this.record(query, limit, ...tags);
  }
  @Tool()
  context(city: string, toolContext: ToolContext): string {
    return this.record(city, toolContext);
  }
  @Tool({ requiresContext: true })
  strict(toolContext: ToolContext): string {
    return this.record(toolContext);
  }
  @Tool()
  signals(first: AbortSignal, @ToolSignal() second: unknown): string {
    return this.record(first, second);
  }
  @Tool()
  tenant(toolContext: ToolContext): string {
    return toolContext.require<string>('tenantId');
  }
  @Tool()
  big(@ToolParam({ type: 'bigint' }) id: bigint): string {
    return this.record(id);
  }
  @Tool()
  unusual(
    @ToolParam({ name: 'toString' }) text: string,
    @ToolParam({ required: false }) constructorName?: string,
  ): string {
    return this.record(text, constructorName);
  }
  @Tool()
  nullable(@ToolParam({ schema: { type: ['string', 'null'] }, required: false }) text?: string | null): string {
    return this.record(text);
  }
}

let tools: Tools;
let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
  tools = new Tools();
});
afterEach(() => {
  logs.uninstall();
});

function find(object: object, name: string): ToolCallback {
  return ToolCallbacks.from(object).find(({ definition }) => definition.name === name)!;
}

async function received(name: string, input: string, context?: ToolContext): Promise<unknown[]> {
  await find(tools, name).call(input, context);
  return tools.calls.at(-1)!;
}

async function failure(name: string, input: string, context?: ToolContext): Promise<ToolExecutionException> {
  const error: unknown = await find(tools, name)
    .call(input, context)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(ToolExecutionException);
  expect(tools.calls).toEqual([]);
  return error as ToolExecutionException;
}

describe('MethodToolCallback.builder', () => {
  it('[MT-11] asks for what it needs and has defaults for the rest', async () => {
    class Greeter {
      greet(city: string): string {
        return `Hello ${city}`;
      }
      static shout(city: string): string {
        return `HELLO ${city}`;
      }
    }
    const greet = methodHandle(Greeter, 'greet');
    const shout = methodHandle(Greeter, 'shout');
    const definition = ToolDefinitions.from(greet);
    expect(() => MethodToolCallback.builder().toolMethod(greet).build()).toThrow(
      new IllegalStateException('ToolDefinition is required'),
    );
    expect(() => MethodToolCallback.builder().toolDefinition(definition).build()).toThrow(
      new IllegalStateException('ToolMethod is required'),
    );
    expect(() => MethodToolCallback.builder().toolDefinition(definition).toolMethod(greet).build()).toThrow(
      new IllegalArgumentException('toolObject cannot be null for non-static methods'),
    );
    const callback = MethodToolCallback.builder().toolDefinition(definition).toolMethod(shout).build();
    expect(callback.metadata.returnDirect).toBe(false);
    expect(await callback.call('{"city":"Bern"}')).toBe('"HELLO Bern"');
  });

  it('[MT-12] rejects blank input', async () => {
    for (const input of ['', '  ', null as unknown as string]) {
      await expect(find(tools, 'greet').call(input)).rejects.toThrow(
        new IllegalArgumentException('toolInput cannot be null or empty'),
      );
    }
  });

  it('checks arguments against a schema that was written by hand', async () => {
    class Greeter {
      greet(city: string, title = ''): string {
        return `Hello ${title}${city}`;
      }
    }
    const inputSchema = JSON.stringify({
      type: 'object',
      properties: { city: { type: 'string', maxLength: 4 }, reason: { type: 'string' }, title: { type: 'string' } },
      required: ['city', 'reason'],
    });
    const callback = MethodToolCallback.builder()
      .toolDefinition(ToolDefinition.builder().name('greet').inputSchema(inputSchema).build())
      .toolMethod(methodHandle(Greeter, 'greet'))
      .toolObject(new Greeter())
      .toolMetadata(ToolMetadata.builder().returnDirect(true).build())
      .build();
    expect(callback.metadata.returnDirect).toBe(true);
    expect(await callback.call('{"city":"Bern","reason":"r","title":null}')).toBe('"Hello Bern"');
    await expect(callback.call('{"city":"Geneva"}')).rejects.toThrow(
      "Invalid arguments for tool 'greet': $.reason is required; $.city must have at most 4 characters",
    );
  });
});

describe('binding of arguments', () => {
  it('[MT-13] converts collections deeply', async () => {
    expect(await received('strings', '{"strings":["one","two","three"]}')).toEqual([['one', 'two', 'three']]);
    const counts = { one: 1, two: 2, three: 3 };
    expect(await received('map', JSON.stringify({ map: counts }))).toEqual([new Map(Object.entries(counts))]);
    expect(await received('record_', JSON.stringify({ map: counts }))).toEqual([counts]);
    expect(await received('maps', '{"maps":[{"a":1},{"b":"2"}]}')).toEqual([[{ a: 1 }, { b: 2 }]]);
  });

  it('[MT-14] binds any value as it is given', async () => {
    const value = { name: 'spring-ai', version: 2 };
    expect(await received('anything', JSON.stringify({ value }))).toEqual([value]);
    expect(await received('anything', JSON.stringify({ value }), new ToolContext({ foo: 'bar' }))).toEqual([value]);
  });

  it('[MT-15] hands the context to those who ask for it', async () => {
    const context = new ToolContext({ foo: 'bar' });
    const [, given] = await received('context', '{"city":"Rome"}', context);
    expect(given).toBe(context);
    expect(await received('greet', '{"city":"Rome"}', context)).toEqual(['Rome']);
  });

  it('[MT-16] insists on a context where the tool says so', async () => {
    for (const context of [undefined, new ToolContext({})]) {
      const error = await failure('strict', '{}', context);
      expect(error.message).toBe('ToolContext is required by the method as an argument');
      expect(error.cause).toBeInstanceOf(IllegalArgumentException);
    }
    expect(await received('strict', '{}', new ToolContext({ foo: 'bar' }))).toHaveLength(1);
  });

  it('[MT-17] takes numbers and booleans that are sent as text', async () => {
    expect(await received('numbers', '{"whole":"1","real":"1.0","flag":"true"}')).toEqual([1, 1, true]);
    expect(await received('whole', '{"value":"1.5E7"}')).toEqual([15000000]);
    expect(await received('whole', '{"value":"1.5E12"}')).toEqual([1500000000000]);
  });

  it('[MT-18] reads false as false and rejects what is no number', async () => {
    expect(await received('flag', '{"value":"false"}')).toEqual([false]);
    tools.calls.length = 0;
    for (const input of ['"abc"', '""', '1.9', '"1.9"']) {
      const error = await failure('whole', `{"value":${input}}`);
      expect(error.message).toBe("Invalid arguments for tool 'whole': $.value must be an integer number");
    }
    for (const real of ['1e400', '"1e400"', '"Infinity"', '"NaN"', '""', '" "', '"0x10"', 'true']) {
      const error = await failure('numbers', `{"whole":1,"real":${real},"flag":true}`);
      expect(error.message).toBe("Invalid arguments for tool 'numbers': $.real must be a number");
    }
    const error = await failure('flag', '{"value":"yes"}');
    expect(error.message).toBe("Invalid arguments for tool 'flag': $.value must be true or false");
  });

  it('[MT-19] matches the values of an enum exactly', async () => {
    expect(await received('paint', '{"color":"RED"}')).toEqual([Color.Red]);
    tools.calls.length = 0;
    for (const color of ['red', 'Red', 'BLUE']) {
      const error = await failure('paint', JSON.stringify({ color }));
      expect(error.message).toBe(`Invalid arguments for tool 'paint': $.color must be one of "RED", "GREEN"`);
    }
  });

  it('[MT-20] parses ISO 8601 text as a date', async () => {
    expect(await received('schedule', '{"at":"2026-04-19T07:12:00"}')).toEqual([new Date(2026, 3, 19, 7, 12)]);
    expect(await received('schedule', '{"at":"2026-04-19T07:12:00Z"}')).toEqual([
      new Date(Date.UTC(2026, 3, 19, 7, 12)),
    ]);
    tools.calls.length = 0;
    const message = (expectation: string) => `Invalid arguments for tool 'schedule': $.at must be ${expectation}`;
    expect((await failure('schedule', '{"at":1776582720000}')).message).toBe(message('a string'));
    for (const text of ['tomorrow', '2026-02-31', '2026-13-01T00:00:00Z']) {
      expect((await failure('schedule', JSON.stringify({ at: text }))).message).toBe(
        message('an ISO 8601 date and time'),
      );
    }
  });

  it('[MT-20] reads dates in classes as it reads parameters, also where class-transformer makes them', async () => {
    class Slot {
      @Type(() => Date)
      from!: Date;
      @IsOptional()
      @Type(() => Slot)
      next?: Slot;
    }
    class Plan {
      @Type(() => Date)
      @IsArray()
      days!: Date[];
      @Type(() => Slot)
      @ToolParam({ type: { map: Slot } })
      slots!: Map<string, Slot>;
      @ToolParam()
      created!: Date;
    }
    const plans: Plan[] = [];
    class Plans {
      @Tool()
      add(plan: Plan): void {
        plans.push(plan);
      }
    }
    const plan = {
      days: ['2026-04-19', '2026-04-19 07:12:00,5'],
      slots: { first: { from: '2026-04-19', next: { from: '2026-04-20' } } },
      created: '2026-04-19',
    };
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    try {
      await find(new Plans(), 'add').call(JSON.stringify({ plan }));
      const [{ days, slots, created }] = plans as [Plan];
      const midnight = new Date(2026, 3, 19);
      expect(days).toEqual([midnight, new Date(2026, 3, 19, 7, 12, 0, 500)]);
      expect([slots.get('first')?.from, slots.get('first')?.next?.from, created]).toEqual([
        midnight,
        new Date(2026, 3, 20),
        midnight,
      ]);
      expect(slots.get('first')?.next).toBeInstanceOf(Slot);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('[MT-21] unwraps an object that is sent as JSON text', async () => {
    const input = JSON.stringify({ person: '{"name":"foo","age":7}' });
    const [person, greeting] = await received('person', input);
    expect(person).toBeInstanceOf(Person);
    expect(greeting).toBe('foo is 7');
  });

  it('[MT-22] takes scalars as text but no objects', async () => {
    expect(await received('greet', '{"city":5}')).toEqual(['5']);
    expect(await received('greet', '{"city":true}')).toEqual(['true']);
    expect(await received('greet', '{"city":-1.5}')).toEqual(['-1.5']);
    expect(await received('greet', '{"city":9007199254740991}')).toEqual(['9007199254740991']);
    tools.calls.length = 0;
    // A text of digits that were lost would be another value.
    for (const city of ['{"a":1}', '["a"]', '12345678901234567890', '1e400']) {
      const error = await failure('greet', `{"city":${city}}`);
      expect(error.message).toBe("Invalid arguments for tool 'greet': $.city must be a string");
    }
  });

  it('[MT-23] answers wrong shapes and text that is no JSON in our own words', async () => {
    expect((await failure('strings', '{"strings":678}')).message).toBe(
      "Invalid arguments for tool 'strings': $.strings must be an array",
    );
    expect((await failure('strings', 'nill')).message).toBe(
      "Arguments of tool 'strings' are not valid JSON (position 0). Send one JSON object that matches the tool's schema.",
    );
  });

  it('[MT-24] does not run a tool without its required arguments', async () => {
    for (const input of ['{}', '{"city":null}']) {
      expect((await failure('greet', input)).message).toBe("Invalid arguments for tool 'greet': $.city is required");
    }
  });

  it('[MT-25] ignores unknown keys and logs that at debug, without repeating them', async () => {
    expect(await received('greet', '{"city":"P","zzz":1}')).toEqual(['P']);
    const [person] = await received('person', '{"person":{"name":"n","age":1,"zzz":2}}');
    expect(person).not.toHaveProperty('zzz');
    expect(logs.messages('debug')).toEqual([
      "Arguments of tool 'greet' have keys that its schema does not know; they are ignored.",
      "Arguments of tool 'person' have keys that its schema does not know; they are ignored.",
    ]);
  });

  it('[MT-25] rejects unknown keys on demand', async () => {
    const provided = MethodToolCallbackProvider.builder().toolObjects(tools).unknownArguments('reject').build();
    const strict = (name: string) => provided.toolCallbacks().find(({ definition }) => definition.name === name)!;
    await expect(strict('greet').call('{"city":"P","zzz":1}')).rejects.toThrow(
      "Invalid arguments for tool 'greet': $.zzz is not a known key",
    );
    await expect(strict('person').call('{"person":{"name":"n","age":1,"zzz":2}}')).rejects.toThrow(
      "Invalid arguments for tool 'person': $.person.zzz is not a known key",
    );
    expect(tools.calls).toEqual([]);
    await strict('greet').call('{"city":"P"}');
    await strict('person').call('{"person":{"name":"n","age":1}}');
    expect(tools.calls).toHaveLength(2);
  });

  it('[MT-26] reads null and an empty JSON text as no arguments', async () => {
    expect(await received('nullable', 'null')).toEqual([undefined]);
    expect(await received('nullable', '""')).toEqual([undefined]);
    tools.calls.length = 0;
    for (const input of ['null', '""']) {
      expect((await failure('greet', input)).message).toBe("Invalid arguments for tool 'greet': $.city is required");
    }
  });

  it('[MT-27] rejects trailing text and arrays, and lets the last of two equal keys win', async () => {
    expect((await failure('greet', '{"city":"P"} trailing')).message).toBe(
      "Arguments of tool 'greet' are not valid JSON (position 13). Send one JSON object that matches the tool's schema.",
    );
    expect((await failure('greet', '[1]')).message).toBe('arguments must be a JSON object');
    expect(await received('greet', '{"city":"P","city":"Q"}')).toEqual(['Q']);
  });

  it('[MT-30] applies defaults to absent arguments and reads null as absent', async () => {
    expect(await received('limited', '{"query":"a"}')).toEqual(['a', 10]);
    expect(await received('limited', '{"query":"a","limit":null}')).toEqual(['a', 10]);
    expect(await received('limited', '{"query":"a","limit":3,"tags":["x","y"]}')).toEqual(['a', 3, 'x', 'y']);
    expect(await received('nullable', '{"text":null}')).toEqual([null]);
  });

  it('[MT-31] binds only own keys that the schema declares', async () => {
    const input = '{"toString":"text","__proto__":{"polluted":true},"constructor":"c"}';
    expect(await received('unusual', input)).toEqual(['text', undefined]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    tools.calls.length = 0;
    expect((await failure('unusual', '{}')).message).toBe(
      "Invalid arguments for tool 'unusual': $.toString is required",
    );
    const [person] = await received('person', '{"person":{"name":"n","age":1,"__proto__":{"admin":true}}}');
    expect((person as Record<string, unknown>)['admin']).toBeUndefined();
    expect(Object.getPrototypeOf(person)).toBe(Person.prototype);
  });

  it('[MT-31] binds keys that every object has where the schema declares them, and checks them like others', async () => {
    const seen: unknown[] = [];
    class Declared {
      @Tool()
      take(
        @ToolParam({ name: '__proto__' }) prototype: string,
        @ToolParam({ name: 'constructor', type: 'integer' }) type: number,
      ): void {
        seen.push(prototype, type);
      }
    }
    const take = find(new Declared(), 'take');
    await take.call('{"__proto__":"p","constructor":"1"}');
    expect(seen).toEqual(['p', 1]);
    for (const input of [
      '{"__proto__":{"polluted":true},"constructor":1}',
      '{"__proto__":"p","constructor":"x"}',
      '{}',
    ]) {
      await expect(take.call(input)).rejects.toBeInstanceOf(ToolArgumentsException);
    }
    expect(seen).toHaveLength(2);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('converts big integers without losing digits', async () => {
    expect(await received('big', '{"id":"12345678901234567890"}')).toEqual([12345678901234567890n]);
    expect(await received('big', '{"id":42}')).toEqual([42n]);
    tools.calls.length = 0;
    await failure('big', '{"id":"1.5"}');
    await failure('big', '{"id":12345678901234567890}');
  });

  it('makes a date of a nested property', async () => {
    const [person] = await received('person', '{"person":{"name":"n","age":1,"born":"2000-01-02T00:00:00Z"}}');
    expect((person as Person).born).toEqual(new Date('2000-01-02T00:00:00Z'));
  });

  it("hands the call's signal to the parameters that ask for it", async () => {
    const { signal } = new AbortController();
    expect(await received('signals', '{}', new ToolContext({}, { signal }))).toEqual([signal, signal]);
    const [first] = await received('signals', '{}');
    expect((first as AbortSignal).aborted).toBe(false);
  });
});

describe('argument errors', () => {
  it('[TX-04] does not run the tool and names the missing argument', async () => {
    const error = await failure('greet', '{}');
    expect(error).toBeInstanceOf(ToolArgumentsException);
    expect(error).toMatchObject({
      code: 'TOOL_ARGUMENTS',
      phase: 'arguments',
      message: "Invalid arguments for tool 'greet': $.city is required",
      violations: [{ path: '$.city', expectation: 'is required' }],
    });
    expect(new DefaultToolExecutionExceptionProcessor().process(error)).toBe(error.message);
  });

  it('[TX-05] lists all violations, ten at most, and never repeats values', async () => {
    const qty = await failure('order', '{"order":{"items":[{"qty":"many"}]}}');
    expect(qty.message).toBe("Invalid arguments for tool 'order': $.order.items[0].qty must be an integer number");
    const items = [{ qty: 0 }, {}, ...Array.from({ length: 12 }, () => ({ qty: 'x'.repeat(101) }))];
    const many = (await failure('order', JSON.stringify({ order: { items } }))) as ToolArgumentsException;
    expect(many.violations).toHaveLength(14);
    expect(many.message).toBe(
      "Invalid arguments for tool 'order': $.order.items[0].qty must be at least 1; $.order.items[1].qty is required; " +
        `${Array.from({ length: 8 }, (_, index) => `$.order.items[${index + 2}].qty must be an integer number`).join('; ')}; ` +
        'and 4 more',
    );
    expect(many.message).not.toContain('xxx');
  });

  it('[TX-05] cuts values that a validator repeats', async () => {
    class Coupon {
      @Matches(/^a+$/i, { message: '$value is no coupon' })
      code!: string;
      @Matches(/^a+$/i, { each: true, message: ({ value }) => `codes must not be ${JSON.stringify(value)}` })
      codes!: string[];
    }
    class Coupons {
      @Tool()
      redeem(coupon: Coupon): string {
        return coupon.code;
      }
    }
    const redeem = (code: string, codes: string[]) =>
      find(new Coupons(), 'redeem').call(JSON.stringify({ coupon: { code, codes } }));
    await expect(redeem('short', ['a'])).rejects.toThrow(
      "Invalid arguments for tool 'redeem': $.coupon.code short is no coupon",
    );
    const long = `${'b'.repeat(60)}$&"${'c'.repeat(60)}`;
    await expect(redeem(long, [long])).rejects.toThrow(
      new ToolArgumentsException(
        find(new Coupons(), 'redeem').definition,
        `Invalid arguments for tool 'redeem': $.coupon.code ${'b'.repeat(60)}$value"${'c'.repeat(33)}… is no coupon; ` +
          `$.coupon.codes must not be ["${'b'.repeat(60)}$&\\"${'c'.repeat(34)}…`,
        [],
      ),
    );
  });

  it('[TX-06] says where the JSON breaks and forgives fences and stray tokens only', async () => {
    const broken = await failure('greet', '{"a":');
    expect(broken).toBeInstanceOf(ToolArgumentsException);
    expect(broken.message).toBe(
      "Arguments of tool 'greet' are not valid JSON (position 5). Send one JSON object that matches the tool's schema.",
    );
    expect(broken.cause).toBeUndefined();
    for (const input of ["{'city':'P'}", '{"city":"P",}', '{city:"P"}', '{"city":"P"', 'Sure! {"city":"P"}']) {
      await failure('greet', input);
    }
    const forgiven = [
      '```json\n{"city":"P"}\n```',
      ' ```\n{"city":"P"}``` ',
      '{"city":"P"}<|im_end|>',
      '{"city":"P"} <|eot_id|>\n</s>',
      '```json\n{"city":"P"}<|end|>\n```',
    ];
    for (const input of forgiven) expect(await received('greet', input)).toEqual(['P']);
    expect(logs.messages('warn').filter((message) => message.startsWith("Arguments of tool 'greet'"))).toHaveLength(5);
  });

  it('[TX-07] wraps every failure with its phase', async () => {
    class Failing {
      @Tool()
      run(@ToolParam({ type: 'integer' }) what: number): unknown {
        if (what === 0) throw new Error('boom');
        const circular: Record<string, unknown> = {};
        circular['self'] = circular;
        return circular;
      }
    }
    class Picky {
      @IsString()
      name!: string;
      constructor(options: { prefix: string }) {
        this.name = options.prefix;
      }
    }
    class WithPicky {
      @Tool()
      pick(picky: Picky): string {
        return picky.name;
      }
    }
    const phase = (object: object, name: string, input: string) =>
      find(object, name)
        .call(input)
        .then(
          () => 'none',
          (error: unknown) => (error instanceof ToolExecutionException ? error.phase : 'escaped'),
        );
    expect(await phase(new Failing(), 'run', '{"what":"x"}')).toBe('arguments');
    expect(await phase(new WithPicky(), 'pick', '{"picky":{"name":"n"}}')).toBe('arguments');
    expect(await phase(new Failing(), 'run', '{"what":0}')).toBe('execute');
    expect(await phase(new Failing(), 'run', '{"what":1}')).toBe('convert');
  });

  it('[TX-10] gives an empty context where none was set, and a missing value ends the turn', async () => {
    const [, context] = await received('context', '{"city":"Rome"}');
    expect(context).toBeInstanceOf(ToolContext);
    expect((context as ToolContext).context).toEqual({});
    tools.calls.length = 0;
    const error = await failure('tenant', '{}');
    expect(error.message).toBe("Tool context has no value for 'tenantId'");
    expect(() => new DefaultToolExecutionExceptionProcessor().process(error)).toThrow(error);
  });

  it('runs validators that a schema cannot express', async () => {
    class Code {
      @IsString()
      @Expose({ name: 'all_letters' })
      @Matches(/^a+$/i, { message: 'letters must all be a' })
      letters!: string;
    }
    class CodeList {
      @ValidateNested({ each: true })
      @Type(() => Code)
      codes!: Code[];
    }
    const run = jest.fn((code: Code) => code.letters);
    class Codes {
      @Tool()
      check(code: Code): string {
        return run(code);
      }
      @Tool()
      checkAll(first: CodeList, @ToolParam({ type: [Code] }) rest: Code[]): string {
        return [...first.codes, ...rest].map(run).join(' ');
      }
    }
    const callback = find(new Codes(), 'check');
    expect(await callback.call('{"code":{"all_letters":"AaA"}}')).toBe('"AaA"');
    await expect(callback.call('{"code":{"all_letters":"abc"}}')).rejects.toThrow(
      "Invalid arguments for tool 'check': $.code.all_letters must all be a",
    );
    const many = '{"first":{"codes":[{"all_letters":"a"},{"all_letters":"b"}]},"rest":[{"all_letters":"c"}]}';
    await expect(find(new Codes(), 'checkAll').call(many)).rejects.toThrow(
      "Invalid arguments for tool 'checkAll': $.first.codes[1].all_letters must all be a; $.rest[0].all_letters must all be a",
    );
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('survives arguments that are nested without end', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    expect(await received('anything', `{"value":${deep}}`)).toHaveLength(1);
    tools.calls.length = 0;
    await failure('strings', `{"strings":${deep}}`);
    await failure('greet', `{"city":${'['.repeat(20_000)}`);
  });
});

describe('results of methods', () => {
  class Results {
    @Tool()
    functional() {
      return () => 1;
    }
    @Tool()
    async promised(): Promise<string> {
      await Promise.resolve();
      return 'later';
    }
    @Tool()
    nodeStream() {
      return Readable.from(['a']);
    }
    @Tool()
    webStream() {
      return new ReadableStream();
    }
    @Tool()
    iterator() {
      return [1, 2].values();
    }
    @Tool()
    async *progress() {
      yield { step: 1 };
      yield { step: 2 };
    }
    @Tool()
    boom(): string {
      throw failureCause;
    }
    @Tool()
    async boomLater(): Promise<string> {
      await Promise.resolve();
      throw failureCause;
    }
    @Tool()
    async *boomInside() {
      yield 1;
      throw failureCause;
    }
    @Tool()
    async functionalLater() {
      return Promise.resolve(() => 1);
    }
    @Tool()
    *generator() {
      yield 1;
    }
  }
  const failureCause = new Error('boom');
  const call = (name: string) => find(new Results(), name).call('{}');

  it('[MT-04] cannot send a function', async () => {
    const message = (name: string) => ({
      name: 'ToolExecutionException',
      phase: 'convert',
      message: `Tool '${name}' returned a function, which cannot be sent to a model`,
    });
    for (const name of ['functional', 'functionalLater']) {
      await expect(call(name)).rejects.toMatchObject(message(name));
    }
    const byFunction = FunctionToolCallback.builder('byFunction', async () => () => 1).build();
    await expect(byFunction.call('{}')).rejects.toMatchObject(message('byFunction'));
  });

  it('[MT-28] wraps what the tool throws', async () => {
    for (const name of ['boom', 'boomLater', 'boomInside']) {
      const callback = find(new Results(), name);
      const error = (await callback.call('{}').catch((reason: unknown) => reason)) as ToolExecutionException;
      expect(error).toBeInstanceOf(ToolExecutionException);
      expect([error.message, error.phase]).toEqual(['boom', 'execute']);
      expect(error.cause).toBe(failureCause);
      expect(error.toolDefinition).toBe(callback.definition);
    }
  });

  it('[MT-29] waits for promises, refuses streams, and no parameter can be a promise or function', async () => {
    expect(await call('promised')).toBe('"later"');
    for (const name of ['nodeStream', 'webStream', 'iterator', 'generator']) {
      await expect(call(name)).rejects.toMatchObject({
        name: 'ToolExecutionException',
        message: `Tool '${name}' returned a stream; collect it and return a value`,
      });
    }
    class PromiseParameter {
      @Tool()
      wait(pending: Promise<string>): unknown {
        return pending;
      }
    }
    class FunctionParameter {
      @Tool()
      run(callback: () => void): void {
        callback();
      }
    }
    expect(() => ToolCallbacks.from(new PromiseParameter())).toThrow(
      new IllegalStateException(
        "Parameter 'pending' of tool 'wait' (PromiseParameter.wait) is declared as Promise, which a model cannot send; use a value type.",
      ),
    );
    expect(() => ToolCallbacks.from(new FunctionParameter())).toThrow(
      new IllegalStateException(
        "Parameter 'callback' of tool 'run' (FunctionParameter.run) is declared as Function, which a model cannot send; use a value type. A class that is imported with `import type` looks like this too.",
      ),
    );
  });

  it('takes the last item of an async iterable as the result', async () => {
    expect(await call('progress')).toBe('{"step":2}');
    const byFunction = FunctionToolCallback.builder('byFunction', async function* () {
      yield 'a';
      yield 'b';
    }).build();
    expect(await byFunction.call('{}')).toBe('"b"');
  });
});
