import { describe, expect, it } from '@jest/globals';
import { FunctionToolCallback, ToolArgumentsException } from '@toolwright/tools';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';

async function violationsOf(schema: object, input: unknown): Promise<readonly string[]> {
  const callback = FunctionToolCallback.builder('t', () => 'ran')
    .inputSchema(JSON.stringify(schema))
    .build();
  const error: unknown = await callback.call(JSON.stringify(input)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return [];
  expect(error).toBeInstanceOf(ToolArgumentsException);
  return (error as ToolArgumentsException).violations.map(({ path, expectation }) => `${path} ${expectation}`);
}

describe('what is said about values that do not fit', () => {
  it('has words for each keyword', async () => {
    const cases: [object, unknown, string][] = [
      [{ type: 'string' }, 1, '$ must be a string'],
      [{ type: ['integer', 'null'] }, 'x', '$ must be an integer number or null'],
      [{ enum: ['a', 2] }, 'b', '$ must be one of "a", 2'],
      [{ const: 'k' }, 'b', '$ must be "k"'],
      [{ minimum: 3 }, 1, '$ must be at least 3'],
      [{ maximum: 3 }, 4, '$ must be at most 3'],
      [{ exclusiveMinimum: 0 }, 0, '$ must be greater than 0'],
      [{ exclusiveMaximum: 0 }, 0, '$ must be less than 0'],
      [{ multipleOf: 5 }, 4, '$ must be a multiple of 5'],
      [{ minLength: 1 }, '', '$ must have at least 1 character'],
      [{ maxLength: 2 }, 'abc', '$ must have at most 2 characters'],
      [{ minItems: 1 }, [], '$ must have at least 1 item'],
      [{ maxItems: 2 }, [1, 2, 3], '$ must have at most 2 items'],
      [{ minProperties: 1 }, {}, '$ must have at least 1 key'],
      [{ maxProperties: 1 }, { a: 1, b: 2 }, '$ must have at most 1 key'],
      [{ uniqueItems: true }, [1, 1], '$ must not contain the same item twice'],
      [{ pattern: '^a+$' }, 'b', '$ must match the pattern ^a+$'],
      [{ format: 'email' }, 'b', '$ must be an e-mail address'],
      [{ format: 'date-time' }, 'b', '$ must be an ISO 8601 date and time'],
      [{ format: 'ipv4' }, 'b', '$ must be a valid ipv4'],
      [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, '$ must have one of the allowed forms'],
      [{ oneOf: [{ type: 'string' }, { minLength: 1 }] }, 'a', '$ must have exactly one of the allowed forms'],
      [{ required: ['a b'] }, {}, "$['a b'] is required"],
      [{ additionalProperties: false }, { x: 1 }, '$.x is not a known key'],
      [{ properties: { 'a/b~c': { type: 'string' } } }, { 'a/b~c': 1 }, "$['a/b~c'] must be a string"],
      [{ items: { items: { type: 'string' } } }, [['a', 1]], '$[0][1] must be a string'],
      [{ not: {} }, 1, '$ must NOT be valid'],
    ];
    for (const [schema, input, expected] of cases) {
      expect([schema, await violationsOf(schema, input)]).toEqual([schema, [expected]]);
    }
  });

  it('cuts keys that are longer than 100 characters', async () => {
    const [violation] = await violationsOf({ additionalProperties: { type: 'string' } }, { ['k'.repeat(5_000)]: 1 });
    expect(violation!.length).toBeLessThan(150);
  });

  it('never lets a value through that the schema forbids', async () => {
    const branch = fc.constantFrom(
      { type: 'string' },
      { type: 'integer' },
      { enum: ['a', 1] },
      { minLength: 2 },
      { type: 'null' },
    );
    const schemas = fc.oneof(
      branch,
      fc.record({ anyOf: fc.array(branch, { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(branch, { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: branch }),
    );
    const ajv = new Ajv2020({ strict: false });
    await fc.assert(
      fc.asyncProperty(schemas, fc.constantFrom('a', 'ab', 1, 2, 1.5, null, true, [], {}), async (schema, input) => {
        const valid = ajv.validate(schema, input);
        expect((await violationsOf(schema, input)).length === 0).toBe(valid);
      }),
      { numRuns: 60 },
    );
  });
});
