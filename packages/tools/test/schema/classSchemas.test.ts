import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AbstractClassType, RecordingLogProvider } from '@toolwright/core';
import { JsonSchemaGenerator, MethodToolCallbackProvider, Tool, ToolCallbacks, ToolParam } from '@toolwright/tools';
import { Exclude, Expose, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  Equals,
  IsArray,
  IsBoolean,
  IsDateString,
  IsDefined,
  IsDivisibleBy,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsISO8601,
  IsNegative,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';

const generate = (type: AbstractClassType) => JSON.parse(JsonSchemaGenerator.generateForType(type));

enum Color {
  Red = 'red',
  Blue = 'blue',
}
enum Num {
  A,
  B = 5,
}

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

describe('schemas from class-validator', () => {
  it('[JS-29] translates types and bounds of numbers', () => {
    class Types {
      @IsInt()
      @Min(1)
      @Max(9)
      n!: number;
      @IsNumber()
      number: unknown;
      @IsString()
      string: unknown;
      @IsBoolean()
      boolean: unknown;
      @IsObject()
      object: unknown;
      @IsArray()
      array: unknown;
      @IsPositive()
      positive!: number;
      @IsNegative()
      negative!: number;
      @IsDivisibleBy(5)
      fives!: number;
    }
    expect(generate(Types).properties).toEqual({
      n: { type: 'integer', minimum: 1, maximum: 9 },
      number: { type: 'number' },
      string: { type: 'string' },
      boolean: { type: 'boolean' },
      object: { type: 'object' },
      array: { type: 'array', items: {} },
      positive: { type: 'number', exclusiveMinimum: 0 },
      negative: { type: 'number', exclusiveMaximum: 0 },
      fives: { type: 'number', multipleOf: 5 },
    });
  });

  it('[JS-30] translates enums and constants', () => {
    class Choices {
      @IsEnum(Color)
      color!: Color;
      @IsEnum(Num)
      num!: Num;
      @IsIn(['x', 'y'])
      letter!: string;
      @Equals('k')
      constant!: string;
    }
    expect(generate(Choices).properties).toEqual({
      color: { type: 'string', enum: ['red', 'blue'] },
      num: { type: 'integer', enum: [0, 5] },
      letter: { type: 'string', enum: ['x', 'y'] },
      constant: { type: 'string', const: 'k' },
    });
  });

  it('[JS-30] takes the values of an enum whatever its names look like', async () => {
    const Size = { '3D': '3d', Flat: 'flat', AlsoFlat: 'flat' } as const;
    enum Signed {
      Below = -1,
      Half = 0.5,
      Huge = 1e21,
    }
    const Mixed = { Zero: 0, '0': 'Zero', Text: 'text' } as const;
    const Level = { '1': 'one', '2': 'two' } as const;
    class Odd {
      @IsEnum(Size)
      size!: string;
      @IsEnum(Signed)
      signed!: Signed;
      @IsEnum(Mixed)
      mixed!: string | number;
      @IsEnum(Level)
      level!: string;
    }
    class Sizes {
      @Tool()
      take(odd: Odd): unknown {
        return [odd.size, odd.level];
      }
    }
    expect(generate(Odd).properties).toEqual({
      size: { type: 'string', enum: ['3d', 'flat'] },
      signed: { type: 'number', enum: [-1, 0.5, 1e21] },
      mixed: { enum: [0, 'text'] },
      level: { type: 'string', enum: ['one', 'two'] },
    });
    const [callback] = ToolCallbacks.from(new Sizes());
    expect(await callback!.call('{"odd":{"size":"3d","signed":-1,"mixed":"text","level":"two"}}')).toBe('["3d","two"]');
  });

  it('[JS-31] checks patterns that are only valid without the flag u', async () => {
    class Phone {
      @Matches(/^\d{3}\-\d{4}$/)
      number!: string;
    }
    class Phones {
      @Tool()
      dial(phone: Phone): string {
        return phone.number;
      }
    }
    expect(generate(Phone).properties.number).toEqual({ type: 'string', pattern: '^\\d{3}\\-\\d{4}$' });
    const [callback] = ToolCallbacks.from(new Phones());
    expect(await callback!.call('{"phone":{"number":"555-1234"}}')).toBe('"555-1234"');
    await expect(callback!.call('{"phone":{"number":"5551234"}}')).rejects.toThrow(
      "Invalid arguments for tool 'dial': $.phone.number must match the pattern ^\\d{3}\\-\\d{4}$",
    );
  });

  it('[JS-31] translates lengths, patterns and formats of text', () => {
    class Texts {
      @Length(2, 5)
      between!: string;
      @MinLength(1)
      atLeast!: string;
      @MaxLength(4)
      atMost!: string;
      @IsNotEmpty()
      filled!: string;
      @Matches(/^a+$/)
      pattern!: string;
      @IsEmail()
      email!: string;
      @IsUrl()
      url!: string;
      @IsUUID()
      uuid!: string;
      @IsDateString()
      date!: string;
      @IsISO8601()
      iso!: string;
    }
    const expected = {
      between: { type: 'string', minLength: 2, maxLength: 5 },
      atLeast: { type: 'string', minLength: 1 },
      atMost: { type: 'string', maxLength: 4 },
      filled: { type: 'string', minLength: 1 },
      pattern: { type: 'string', pattern: '^a+$' },
      email: { type: 'string', format: 'email' },
      url: { type: 'string', format: 'uri' },
      uuid: { type: 'string', format: 'uuid' },
      date: { type: 'string', format: 'date-time' },
      iso: { type: 'string', format: 'date-time' },
    };
    class Nesting {
      @ValidateNested()
      @Type(() => Texts)
      texts!: Texts;
    }
    expect(generate(Nesting).properties.texts.properties).toEqual(expected);
  });

  it('[JS-32] keeps patterns with flags out of the schema and still checks them', async () => {
    class Flagged {
      @Matches(/^a+$/i)
      letters!: string;
    }
    class Flags {
      @Tool()
      check(flagged: Flagged): string {
        return flagged.letters;
      }
    }
    const [callback] = ToolCallbacks.from(new Flags());
    expect(JSON.parse(callback!.definition.inputSchema).properties.flagged.properties.letters).toEqual({
      type: 'string',
    });
    expect(logs.messages('warn')).toEqual([
      "The pattern /^a+$/i of 'Flagged.letters' is checked on calls but missing in the schema, because JSON Schema patterns have no flags.",
    ]);
    expect(await callback!.call('{"flagged":{"letters":"AAa"}}')).toBe('"AAa"');
    await expect(callback!.call('{"flagged":{"letters":"AAb"}}')).rejects.toThrow(
      "Invalid arguments for tool 'check': $.flagged.letters must match /^a+$/i regular expression",
    );
  });

  it('[JS-33] translates arrays and what applies to their elements', () => {
    class Arrays {
      @IsArray()
      @ArrayMinSize(1)
      @ArrayMaxSize(3)
      @ArrayUnique()
      @IsString({ each: true })
      tags!: string[];
      @ArrayNotEmpty()
      @IsInt({ each: true })
      @Min(2, { each: true })
      numbers!: number[];
    }
    expect(generate(Arrays).properties).toEqual({
      tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true },
      numbers: { type: 'array', items: { type: 'integer', minimum: 2 }, minItems: 1 },
    });
  });

  it('[JS-34] writes nested classes in place', () => {
    class Inner {
      @IsString()
      text!: string;
    }
    class Outer {
      @ValidateNested()
      @Type(() => Inner)
      a!: Inner;
      @ValidateNested({ each: true })
      @Type(() => Inner)
      b!: Inner[];
    }
    const inner = {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    };
    expect(generate(Outer).properties).toEqual({ a: inner, b: { type: 'array', items: inner } });
  });

  it('[JS-36] renames exposed properties and hides excluded ones', async () => {
    class Wired {
      @Expose({ name: 'wire_name' })
      @IsString()
      ex!: string;
      @Exclude()
      @IsOptional()
      @IsString()
      hid?: string;
    }
    class Wires {
      @Tool()
      read(wired: Wired): string {
        return `${wired.ex} ${String(wired.hid)}`;
      }
    }
    const [callback] = ToolCallbacks.from(new Wires());
    const { properties, required } = JSON.parse(callback!.definition.inputSchema).properties.wired;
    expect(properties).toEqual({ wire_name: { type: 'string' } });
    expect(required).toEqual(['wire_name']);
    expect(await callback!.call('{"wired":{"wire_name":"w","hid":"h"}}')).toBe('"w undefined"');
    expect(logs.messages('debug')).toEqual([
      "Arguments of tool 'read' have keys that its schema does not know; they are ignored.",
    ]);
    const [strict] = MethodToolCallbackProvider.builder()
      .toolObjects(new Wires())
      .unknownArguments('reject')
      .build()
      .toolCallbacks();
    for (const key of ['hid', 'ex']) {
      await expect(strict!.call(`{"wired":{"wire_name":"w","${key}":"h"}}`)).rejects.toThrow(
        `Invalid arguments for tool 'read': $.wired.${key} is not a known key`,
      );
    }
  });

  it('[JS-36] hides what a class excludes as a whole or computes, and asks for what a setter takes', async () => {
    @Exclude()
    class Account {
      @Expose()
      @IsString()
      owner!: string;
      @IsString()
      secret!: string;
    }
    class Order {
      #net = 0;
      @IsInt()
      get net(): number {
        return this.#net;
      }
      set net(value: number) {
        this.#net = value;
      }
      @Expose()
      get gross(): number {
        return this.#net * 2;
      }
      @Expose()
      label(): string {
        return `for ${this.#net}`;
      }
      @ToolParam({ required: false })
      toString!: never;
    }
    expect(generate(Account)).toMatchObject({ properties: { owner: { type: 'string' } }, required: ['owner'] });
    expect(Object.keys(generate(Account).properties)).toEqual(['owner']);
    expect(Object.keys(generate(Order).properties)).toEqual(['net', 'toString']);
    expect(generate(Order).required).toEqual(['net']);
    class Shop {
      @Tool()
      take(order: Order): unknown {
        return [order.gross, order.label()];
      }
    }
    expect(await ToolCallbacks.from(new Shop())[0]?.call('{"order":{"net":21,"gross":1}}')).toBe('[42,"for 21"]');
  });

  it('[JS-37] cannot see undecorated properties and warns about a class that has no others', () => {
    class Half {
      @IsString()
      seen!: string;
      unseen!: string;
    }
    class Invisible {
      unseen!: string;
    }
    expect(Object.keys(generate(Half).properties)).toEqual(['seen']);
    expect(logs.messages('warn')).toEqual([]);
    expect(generate(Invisible)).not.toHaveProperty('properties');
    expect(logs.messages('warn')).toEqual([
      "Class 'Invisible' has no property that is visible at run time, so its schema is any object. Decorate its properties with class-validator, @Type, @Expose or @ToolParam, or run the schema build.",
    ]);
  });

  it('[JS-15] writes no format for integers but one for dates', () => {
    class Event {
      @IsInt()
      count!: number;
      @ToolParam()
      at!: Date;
    }
    class Calendar {
      @ToolParam()
      event!: Event;
    }
    expect(generate(Calendar).properties.event.properties).toEqual({
      count: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
    });
  });

  it('reads descriptions and requirement from validators, and properties of superclasses', () => {
    class Base {
      @IsString({ context: { description: 'from the validator' } })
      inherited!: string;
    }
    class Derived extends Base {
      @IsOptional()
      @IsDefined()
      @IsString()
      @ToolParam({ description: ' ' })
      needed!: string;
      @IsOptional()
      @IsInt()
      spare?: number;
    }
    expect(generate(Derived)).toMatchObject({
      properties: {
        inherited: { type: 'string', description: 'from the validator' },
        needed: { type: 'string' },
        spare: { type: 'integer' },
      },
      required: ['inherited', 'needed'],
    });
    expect(generate(Derived).properties.needed).not.toHaveProperty('description');
  });

  it('makes dates, numbers and maps of properties that only the compiler knows', async () => {
    class Inner {
      @IsInt()
      count!: number;
    }
    class Event {
      @ToolParam()
      at!: Date;
      @ToolParam({ type: 'bigint' })
      id!: bigint;
      @ToolParam({ type: { map: Inner } })
      inners!: Map<string, Inner>;
      @ToolParam()
      inner!: Inner;
      @ToolParam({ required: false })
      note?: string = 'none';
    }
    let received: Event | undefined;
    class Events {
      @Tool()
      add(event: Event): void {
        received = event;
      }
    }
    const [callback] = ToolCallbacks.from(new Events());
    const event = {
      at: '2026-01-02T03:04:05Z',
      id: '9007199254740993',
      inners: { a: { count: '1' } },
      inner: { count: 2 },
    };
    expect(await callback!.call(JSON.stringify({ event }))).toBe('"Done"');
    expect(received).toBeInstanceOf(Event);
    expect(received!.at).toEqual(new Date('2026-01-02T03:04:05Z'));
    expect(received!.id).toBe(9007199254740993n);
    expect(received!.inners).toBeInstanceOf(Map);
    expect(received!.inners.get('a')).toBeInstanceOf(Inner);
    expect(received!.inners.get('a')!.count).toBe(1);
    expect(received!.inner).toBeInstanceOf(Inner);
    expect(received!.note).toBe('none');
  });
});
