import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { simpleSchemaCheck } from '../../dist/conversion/simpleSchemaCheck.js';

const name = fc.constantFrom('a', 'b', 'toString');
const scalar = fc.oneof(
  fc.constantFrom<unknown>('', 'a', 'ab', '😀', null, true, false, 0, -1, 1, 1.5, 2, 1e300),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}));

const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    types.map((type) => ({ type })),
    fc.record(
      {
        type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
        enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }),
        const: scalar,
        minimum: fc.constantFrom(-1, 0, 1.5),
        maximum: fc.constantFrom(0, 1, 2),
        exclusiveMinimum: fc.constantFrom(-1, 0),
        exclusiveMaximum: fc.constantFrom(1, 2),
        minLength: fc.constantFrom(0, 1, 2),
        maxLength: fc.constantFrom(0, 1, 2),
        minItems: fc.constantFrom(0, 1),
        maxItems: fc.constantFrom(1, 2),
        description: fc.constant('text'),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      },
      { requiredKeys: [] },
    ),
    tie('schema').map((items) => ({ type: 'array', items })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  ),
}));

describe('simpleSchemaCheck', () => {
  it('says the same as the full validator', () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 1, maxLength: 5 }), (each, values) => {
        const check = simpleSchemaCheck(each);
        const validate = ajv.compile(each as object);
        ajv.removeSchema(each as object);
        expect(values.map((one) => check!(one))).toEqual(values.map((one) => validate(one)));
      }),
      { numRuns: 300 },
    );
  });

  it('counts characters, and takes numbers beyond the finite ones for none', () => {
    expect(simpleSchemaCheck({ type: 'string', maxLength: 1 })!('😀')).toBe(true);
    expect(simpleSchemaCheck({ type: 'number' })!(JSON.parse('1e999'))).toBe(false);
  });

  it.each([
    { format: 'date' },
    { pattern: '^a$' },
    { multipleOf: 0.1 },
    { $ref: '#/$defs/A' },
    { oneOf: [{ type: 'string' }] },
    { enum: [{ a: 1 }] },
    { type: 'text' },
    { minLength: -1 },
    { properties: { a: { not: {} } } },
    { items: { uniqueItems: true } },
    { additionalProperties: { format: 'date' } },
    false,
    null,
  ])('leaves %j to the full validator', (each) => {
    expect(simpleSchemaCheck(each)).toBeUndefined();
  });
});
