import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import {
  bindProperties,
  ConfigurationProperties,
  IsDataSize,
  IsDuration,
  IsMapOf,
  PropertyBindingException,
} from '@toolwright/boot';
import { IsBoolean, IsEnum, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import fc from 'fast-check';
import { environmentOf } from '../env/configFolder.js';

enum OnLimit {
  THROW = 'THROW',
  RETURN_ERROR_RESPONSE = 'RETURN_ERROR_RESPONSE',
}

enum Switch {
  OFF,
  ON,
}

@ConfigurationProperties('f')
class Formats {
  @IsString() text: string = 'text';
  @IsInt() int: number = 1;
  @IsNumber() number: number = 1.5;
  @IsBoolean() flag: boolean = false;
  @IsBoolean() on: boolean = true;
  @IsDuration() duration: number = 100;
  @IsDuration({ unit: 's' }) seconds: number = 1000;
  @IsDataSize() size: number = 10;
  @IsEnum(OnLimit) onLimit: OnLimit = OnLimit.THROW;
  @IsEnum(Switch) power: Switch = Switch.OFF;
  @IsIn(['small', 'large']) model: string = 'small';
  @IsString({ each: true }) texts: string[] = ['a'];
  @IsInt({ each: true }) ints: number[] = [];
  @IsNumber({}, { each: true }) numbers: number[] = [];
  @IsBoolean({ each: true }) flags: boolean[] = [];
  @IsDuration({ unit: 'm', each: true }) durations: number[] = [];
  @IsDataSize({ each: true }) sizes: number[] = [];
  @IsEnum(OnLimit, { each: true }) onLimits: OnLimit[] = [];
  @IsMapOf('string') textMap: Map<string, string> = new Map([['a', 'b']]);
  @IsMapOf('int') intMap: Map<string, number> = new Map();
  @IsMapOf('number') numberMap: Map<string, number> = new Map();
  @IsMapOf('boolean') flagMap: Map<string, boolean> = new Map();
  @IsMapOf('duration') durationMap: Map<string, number> = new Map();
  @IsMapOf('datasize') sizeMap: Map<string, number> = new Map();
  @IsMapOf(OnLimit) onLimitMap: Map<string, OnLimit> = new Map();
}

async function bind(properties: Readonly<Record<string, unknown>>): Promise<Formats> {
  return await bindProperties(await environmentOf({}, { properties: { f: properties } }), Formats);
}

async function read<K extends keyof Formats>(field: K, text: string): Promise<Formats[K]> {
  return (await bind({ [field]: text }))[field];
}

async function reason(properties: Readonly<Record<string, unknown>>): Promise<string> {
  const failure = await bind(properties).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PropertyBindingException);
  expect((failure as PropertyBindingException).violations).toHaveLength(1);
  return (failure as PropertyBindingException).violations[0]!.reason;
}

describe('defaults', () => {
  it('[BP-21] keeps the initialisers when nothing is set', async () => {
    expect(await bind({})).toEqual(new Formats());
    expect(await bind({})).toBeInstanceOf(Formats);
  });

  it('refuses a default that is not of the type of its field', async () => {
    @ConfigurationProperties('broken')
    class Broken {
      @IsInt() count: number = 1.5;
    }
    const environment = await environmentOf({});
    await expect(bindProperties(environment, Broken)).rejects.toThrow(
      "A default of Broken does not fit its type: count: '1.5' is not a valid integer",
    );
  });
});

describe('format tw-string', () => {
  it('takes text as it is, the empty one included', async () => {
    expect(await read('text', ' x=1, y ')).toBe(' x=1, y ');
    expect(await read('text', '')).toBe('');
  });

  it('refuses defaults that are no text, in lists and maps too', async () => {
    @ConfigurationProperties('broken')
    class Broken {
      @IsString() text: unknown = 5;
    }
    @ConfigurationProperties('broken')
    class BrokenList {
      @IsString({ each: true }) texts: unknown = [5];
    }
    @ConfigurationProperties('broken')
    class BrokenMap {
      @IsMapOf('string') texts: unknown = new Map([['a', 5]]);
    }
    const environment = await environmentOf({});
    for (const type of [Broken, BrokenList, BrokenMap] as (new () => object)[]) {
      await expect(bindProperties(environment, type)).rejects.toThrow("'5' is not a text");
    }
  });
});

describe('format tw-int', () => {
  it.each([
    ['[BP-05a]', '7', 7],
    ['[BP-05b]', ' 7 ', 7],
    ['[BP-05e]', '0x1F', 31],
    ['also', '-7', -7],
  ])('%s reads %j', async (_id, text, value) => {
    expect(await read('int', text)).toBe(value);
  });

  it.each([
    ['[BP-05c]', '7.5'],
    ['[BP-05d]', '7abc'],
    ['also', 'many'],
    ['also', '12345678901234567890'],
    ['also', '1e3'],
    ['also', 'NaN'],
  ])('%s refuses %j', async (_id, text) => {
    expect(await reason({ int: text })).toBe(`'${text}' is not a valid integer`);
  });

  it('reads back every integer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.maxSafeInteger(), async (value) => {
        expect(await read('int', String(value))).toBe(value);
      }),
      { numRuns: 30 },
    );
  });
});

describe('format tw-number', () => {
  it('reads fractions and refuses text, NaN and Infinity', async () => {
    expect(await read('number', ' -0.25 ')).toBe(-0.25);
    expect(await read('number', '1e3')).toBe(1000);
    for (const text of ['half', 'NaN', 'Infinity'])
      expect(await reason({ number: text })).toBe(`'${text}' is not a valid number`);
  });
});

describe('format tw-boolean', () => {
  it.each(['true', 'on', 'yes', '1', 'TRUE', 'On'])('[BP-06a] reads %j as true', async (text) => {
    expect(await read('flag', text)).toBe(true);
  });

  it.each(['false', 'off', 'no', '0', 'FALSE', 'Off'])('[BP-06b] reads %j as false', async (text) => {
    expect(await read('on', text)).toBe(false);
  });

  it('[BP-06c] refuses another word', async () => {
    expect(await reason({ flag: 'of' })).toBe("Invalid boolean value 'of'");
  });

  it('takes an option without value as true', async () => {
    expect(await read('flag', '')).toBe(true);
  });
});

describe('format tw-enum', () => {
  it.each([
    ['return_error_response', 'RETURN_ERROR_RESPONSE'],
    ['RETURN-ERROR-RESPONSE', 'RETURN_ERROR_RESPONSE'],
    ['ReturnErrorResponse', 'RETURN_ERROR_RESPONSE'],
    [' THROW ', 'THROW'],
  ])('[BP-07a] reads %j', async (text, value) => {
    expect(await read('onLimit', text)).toBe(value);
  });

  it('refuses other words and names the valid ones, sorted, and the nearest (BH-02)', async () => {
    const failure = (await bind({ 'on-limit': 'throe' }).catch((error: unknown) => error)) as PropertyBindingException;
    expect(failure.violations[0]).toMatchObject({
      key: 'f.on-limit',
      value: 'throe',
      reason: "'throe' is not a valid value",
      allowed: 'one of RETURN_ERROR_RESPONSE, THROW',
      validValues: ['RETURN_ERROR_RESPONSE', 'THROW'],
      suggestion: 'THROW',
    });
  });

  it('[BP-07b] reads true and false as ON and OFF', async () => {
    expect(await read('power', 'true')).toBe(Switch.ON);
    expect((await bind({ power: 'false' })).power).toBe(Switch.OFF);
    expect(await read('power', 'on')).toBe(Switch.ON);
    expect(await reason({ power: 'maybe' })).toBe("'maybe' is not a valid value");
  });

  it('reads lists of allowed values', async () => {
    expect(await read('model', 'LARGE')).toBe('large');
    expect(await reason({ model: 'medium' })).toBe("'medium' is not a valid value");
  });
});

describe('format tw-duration', () => {
  it.each([
    ['500', 500],
    ['500ms', 500],
    ['30s', 30_000],
    ['10m', 600_000],
    ['1h', 3_600_000],
    ['2d', 172_800_000],
    ['10S', 10_000],
    ['-5m', -300_000],
    ['10us', 0.01],
    ['10ns', 0.00001],
  ])('[BP-08a] reads %j', async (text, milliseconds) => {
    expect(await read('duration', text)).toBe(milliseconds);
  });

  it.each([
    ['PT1M30S', 90_000],
    ['pt0.5s', 500],
    ['PT30S', 30_000],
    ['P1DT2H', 93_600_000],
    ['-PT1M', -60_000],
  ])('[BP-08b] reads %j', async (text, milliseconds) => {
    expect(await read('duration', text)).toBe(milliseconds);
  });

  it.each(['30', 'PT30S', '30s'])('[BP-08c] reads %j where the unit is seconds', async (text) => {
    expect(await read('seconds', text)).toBe(30_000);
  });

  it.each([
    ['[BP-09a]', 'invalid-duration', "'invalid-duration' is not a valid duration"],
    ['[BP-09b]', '5x', "'5x' is not a valid simple duration"],
    ['[BP-09c]', '30 m', "'30 m' is not a valid duration"],
    ['also', 'P', "'P' is not a valid duration"],
    ['also', 'PT', "'PT' is not a valid duration"],
  ])('%s refuses %j', async (_id, text, expected) => {
    expect(await reason({ duration: text })).toBe(expected);
  });

  it('[BP-09d] takes the empty text as not set', async () => {
    expect(await read('duration', '')).toBe(100);
  });
});

describe('format tw-datasize', () => {
  it('[BP-10] reads sizes in powers of 1024 and refuses units in lower case', async () => {
    expect(await read('size', '10MB')).toBe(10_485_760);
    expect(await read('size', '256')).toBe(256);
    expect(await read('size', '256B')).toBe(256);
    expect(await read('size', '1KB')).toBe(1024);
    expect(await reason({ size: '10mb' })).toBe("'10mb' is not a valid data size");
  });
});

describe('formats tw-list<…>', () => {
  it('reads elements by the format of their type', async () => {
    const bound = await bind({
      texts: 'x, y ,z',
      ints: '1,0x10',
      numbers: '0.5,2',
      flags: 'on,off',
      durations: '2,30s',
      sizes: '1KB,5',
      'on-limits': 'throw,return-error-response',
    });
    expect(bound.texts).toEqual(['x', 'y', 'z']);
    expect(bound.ints).toEqual([1, 16]);
    expect(bound.numbers).toEqual([0.5, 2]);
    expect(bound.flags).toEqual([true, false]);
    expect(bound.durations).toEqual([120_000, 30_000]);
    expect(bound.sizes).toEqual([1024, 5]);
    expect(bound.onLimits).toEqual(['THROW', 'RETURN_ERROR_RESPONSE']);
  });

  it.each([
    ['ints', '1,x', "'x' is not a valid integer"],
    ['numbers', '1,x', "'x' is not a valid number"],
    ['flags', 'on,x', "Invalid boolean value 'x'"],
    ['durations', '1s,x', "'x' is not a valid duration"],
    ['sizes', '1KB,x', "'x' is not a valid data size"],
    ['on-limits', 'throw,x', "'x' is not a valid value"],
  ])('names the wrong element of %s', async (field, text, expected) => {
    const failure = (await bind({ [field]: text }).catch((error: unknown) => error)) as PropertyBindingException;
    expect(failure.violations).toHaveLength(1);
    expect(failure.violations[0]).toMatchObject({ key: `f.${field}[1]`, value: 'x', reason: expected });
  });
});

describe('formats tw-map<…>', () => {
  it('reads values by the format of their type', async () => {
    const bound = await bind({
      'text-map': { x: 'y' },
      'int-map': { 'a.b': ' 7 ' },
      'number-map': { a: '0.5' },
      'flag-map': { a: 'yes' },
      'duration-map': { a: '3s' },
      'size-map': { a: '2KB' },
      'on-limit-map': { a: 'throw' },
    });
    expect([...bound.textMap]).toEqual([
      ['a', 'b'],
      ['x', 'y'],
    ]);
    expect([...bound.intMap]).toEqual([['a.b', 7]]);
    expect([...bound.numberMap]).toEqual([['a', 0.5]]);
    expect([...bound.flagMap]).toEqual([['a', true]]);
    expect([...bound.durationMap]).toEqual([['a', 3000]]);
    expect([...bound.sizeMap]).toEqual([['a', 2048]]);
    expect([...bound.onLimitMap]).toEqual([['a', 'THROW']]);
  });

  it.each([
    ['int-map', "'x' is not a valid integer"],
    ['number-map', "'x' is not a valid number"],
    ['flag-map', "Invalid boolean value 'x'"],
    ['duration-map', "'x' is not a valid duration"],
    ['size-map', "'x' is not a valid data size"],
    ['on-limit-map', "'x' is not a valid value"],
  ])('names the wrong value of %s', async (field, expected) => {
    const failure = (await bind({ [field]: { bad: 'x' } }).catch(
      (error: unknown) => error,
    )) as PropertyBindingException;
    expect(failure.violations).toHaveLength(1);
    expect(failure.violations[0]).toMatchObject({ key: `f.${field}.bad`, value: 'x', reason: expected });
  });
});
