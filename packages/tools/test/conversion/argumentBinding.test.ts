import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException } from '@toolwright/core';
import {
  Tool,
  type ToolCallback,
  ToolCallbacks,
  ToolExecutionException,
  ToolParam,
  type TypeSpec,
} from '@toolwright/tools';
import { IsInt, IsOptional, IsString } from 'class-validator';
import fc from 'fast-check';

class Point {
  @IsInt()
  x!: number;
  @IsOptional()
  @IsString()
  label?: string;
}

const TYPES: readonly TypeSpec[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  ['string'],
  [['integer']],
  { enum: ['a', 'b', 3] },
  { enum: ['1', '2'] },
];

/** A tool with one parameter; `schema` may carry a keyword that asserts nothing but rules out the short way. */
function toolOf(type: TypeSpec, required: boolean, schema?: Readonly<Record<string, unknown>>): ToolCallback {
  class Tools {
    @Tool()
    echo(@ToolParam({ type, required, ...(schema && { schema }) }) value: unknown): unknown {
      return { value, given: value !== undefined };
    }
  }
  return ToolCallbacks.from(new Tools())[0]!;
}

const outcome = (callback: ToolCallback, input: string): Promise<string> =>
  callback.call(input).catch((error: unknown) => {
    if (error instanceof ToolExecutionException) return `failed: ${error.message}`;
    throw error;
  });

const jsonish = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('1', '1.5', 'true', 'false', 'a', '3', '[1]', '["x"]', '{"x":1}', '', 3, 1.5, null),
  fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
);

describe('binding of arguments', () => {
  it('comes to the same result with and without the compiled schema', async () => {
    for (const type of TYPES) {
      for (const required of [true, false]) {
        const quick = toolOf(type, required);
        const careful = toolOf(type, required, { minProperties: 0 });
        await fc.assert(
          fc.asyncProperty(fc.oneof(fc.record({ value: jsonish }), fc.record({ other: jsonish })), async (input) => {
            const text = JSON.stringify(input);
            expect(await outcome(quick, text)).toBe(await outcome(careful, text));
          }),
          { numRuns: 30 },
        );
      }
    }
  });

  it('ends in a result or in an exception of a tool, whatever the model sends', async () => {
    const tools = TYPES.map((type) => toolOf(type, true)).concat(
      toolOf(Point, true),
      toolOf('date', true),
      toolOf('bigint', true),
      toolOf('bytes', true),
      toolOf({ map: Point }, false),
      toolOf({ set: 'integer' }, false),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.record({ value: jsonish }).map((input) => JSON.stringify(input)),
        ),
        async (text) => {
          for (const tool of tools) {
            const result = await outcome(tool, text).catch((error: unknown) => error);
            if (text.trim() === '') expect(result).toBeInstanceOf(IllegalArgumentException);
            else expect(typeof result).toBe('string');
          }
        },
      ),
    );
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('passes what a class declares and nothing else', async () => {
    const tool = toolOf(Point, true);
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.dictionary(fc.string(), fc.jsonValue()), async (x, extra) => {
        const { x: _x, label: _label, ...unknown } = extra;
        const text = JSON.stringify({ value: { ...unknown, x } });
        expect(JSON.parse(await outcome(tool, text))).toEqual({ value: { x }, given: true });
      }),
    );
  });
});
