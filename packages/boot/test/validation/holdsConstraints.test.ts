import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  registerDecorator,
  validate,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import { holdsConstraints } from '../../dist/validation/holdsConstraints.js';

class Part {
  @IsString()
  @IsNotEmpty()
  name: unknown = 'part';

  @IsOptional()
  @Min(0)
  weight?: unknown;
}

class Whole {
  @IsInt()
  @Min(1)
  @Max(10)
  amount: unknown = 1;

  @IsDefined()
  @IsIn(['red', 'green'])
  colour: unknown = 'red';

  @ValidateIf((whole: Whole) => whole.colour === 'green')
  @Matches(/^g/)
  shade: unknown = 'x';

  @IsOptional()
  @IsBoolean()
  flag?: unknown;

  @IsArray()
  @ArrayMaxSize(2)
  @IsString({ each: true })
  tags: unknown = [];

  @Allow()
  anything: unknown = null;

  @IsOptional()
  @ValidateNested()
  @Type(() => Part)
  part?: unknown;

  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => Part)
  parts?: unknown;
}

const saysTheSame = async (object: object): Promise<boolean> => {
  const errors = await validate(object, { forbidUnknownValues: true });
  expect(holdsConstraints(object)).toBe(errors.length === 0);
  return errors.length === 0;
};

const filled = <T extends object>(type: new () => T, values: Readonly<Record<string, unknown>>): T =>
  Object.assign(new type(), values);

describe('holdsConstraints', () => {
  it('says what class-validator says, whatever the values are', async () => {
    const scalar = fc.constantFrom<unknown>(
      undefined,
      null,
      '',
      'red',
      'green',
      'g1',
      0,
      1,
      10,
      11,
      1.5,
      true,
      NaN,
      {},
    );
    const part = fc.record({ name: scalar, weight: scalar }).map((values) => filled(Part, values));
    const values = fc.record({
      amount: fc.oneof(fc.integer({ min: 0, max: 11 }), scalar),
      colour: fc.oneof(fc.constantFrom('red', 'green'), scalar),
      shade: scalar,
      flag: scalar,
      tags: fc.oneof(fc.array(fc.constantFrom<unknown>('a', 'b', 1), { maxLength: 3 }), scalar),
      anything: scalar,
      part: fc.oneof(part, scalar),
      parts: fc.oneof(
        fc.array(fc.oneof(part, scalar), { maxLength: 2 }),
        part.map((one) => new Set([one])),
        part.map((one) => new Map([['a', one]])),
        scalar,
      ),
    });
    const property = fc.asyncProperty(values, async (given) => {
      await saysTheSame(filled(Whole, given));
    });
    await fc.assert(property, { numRuns: 300 });
    // Values that are right in all fields are rare; some are certain.
    for (const given of [{}, { colour: 'green', shade: 'g' }, { part: new Part(), parts: [new Part()] }]) {
      expect(await saysTheSame(filled(Whole, given))).toBe(true);
    }
  });

  it('is not sure about objects that nothing is known of, and about constraints that wait', async () => {
    class Unknown {
      value = 1;
    }
    expect(holdsConstraints(new Unknown())).toBe(false);
    const waiting = (target: object, propertyName: string): void => {
      registerDecorator({
        name: 'waiting',
        target: target.constructor,
        propertyName,
        validator: { validate: () => Promise.reject(new Error('asked for nothing')) },
      });
    };
    class Waiting {
      @waiting
      value = 1;
    }
    expect(holdsConstraints(new Waiting())).toBe(false);
    // The rejection of the answer is nobody's, and must not end the process.
    await new Promise(setImmediate);
  });
});
