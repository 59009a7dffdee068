import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FunctionToolCallback, Tool, ToolCallbacks, ToolExecutionException, ToolParam } from '@toolwright/tools';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsOptional, IsString, Max, Min, ValidateNested } from 'class-validator';
import fc from 'fast-check';

enum Color {
  RED = 'red',
  GREEN = 'green',
}

class Leaf {
  @IsString()
  label!: string;
  @IsInt()
  @Min(-1000)
  @Max(1000)
  weight!: number;
  @IsBoolean()
  @IsOptional()
  fresh?: boolean;
}

class Branch {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Leaf)
  leaves!: Leaf[];
}

class Everything {
  received: unknown[] = [];

  @Tool()
  take(
    @ToolParam({ name: 'text', type: 'string' }) text: string,
    @ToolParam({ name: 'amount', type: 'number' }) amount: number,
    @ToolParam({ name: 'count', type: 'integer' }) count: number,
    @ToolParam({ name: 'flag', type: 'boolean' }) flag: boolean,
    @ToolParam({ name: 'big', type: 'bigint' }) big: bigint,
    @ToolParam({ name: 'when', type: 'date' }) when: Date,
    @ToolParam({ name: 'bytes', type: 'bytes' }) bytes: Buffer,
    @ToolParam({ name: 'free', type: 'object' }) free: object,
    @ToolParam({ name: 'anything', type: 'any' }) anything: unknown,
    @ToolParam({ name: 'color', type: { enum: Color } }) color: Color,
    @ToolParam({ name: 'names', type: ['string'] }) names: string[],
    @ToolParam({ name: 'unique', type: { set: 'integer' } }) unique: Set<number>,
    @ToolParam({ name: 'map', type: { map: 'number' } }) map: Map<string, number>,
    @ToolParam({ name: 'record', type: { record: 'boolean' } }) record: Record<string, boolean>,
    @ToolParam({ name: 'branch' }) branch: Branch,
    @ToolParam({ name: 'maybe', type: 'string', required: false }) maybe?: string,
  ): string {
    this.received = [
      text,
      amount,
      count,
      flag,
      big,
      when,
      bytes,
      free,
      anything,
      color,
      names,
      unique,
      map,
      record,
      branch,
      maybe,
    ];
    return 'ok';
  }
}

const target = new Everything();
const [take] = ToolCallbacks.from(target);
if (!take) throw new Error('no tool');

/** Keys of any text; those that mean something to JavaScript must behave like all others. */
const key = fc.oneof(fc.string(), fc.constantFrom('constructor', 'toString', 'hasOwnProperty', '__proto__'));
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const leaf = fc.record(
  { label: fc.string(), weight: fc.integer({ min: -1000, max: 1000 }), fresh: fc.boolean() },
  { requiredKeys: ['label', 'weight'] },
);
/** What JSON can hold: it has no negative zero. */
const json = fc
  .json({ maxDepth: 3 })
  .map((text) => JSON.parse(text) as unknown)
  .filter((value) => value !== null);
/** A record whose `__proto__` is a key like any other. */
const recordOf = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));

const valid = fc.record(
  {
    text: fc.string({ unit: 'grapheme' }),
    amount: finite,
    count: fc.maxSafeInteger().map((value) => value || 0),
    flag: fc.boolean(),
    big: fc.bigInt(),
    when: fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }),
    bytes: fc.uint8Array({ maxLength: 20 }),
    free: recordOf(json),
    anything: json,
    color: fc.constantFrom(Color.RED, Color.GREEN),
    names: fc.array(fc.string(), { maxLength: 4 }),
    unique: fc.uniqueArray(fc.integer(), { maxLength: 4 }),
    map: recordOf(finite),
    record: recordOf(fc.boolean()),
    branch: fc.record({ leaves: fc.array(leaf, { maxLength: 3 }) }),
    maybe: fc.string(),
  },
  {
    requiredKeys: [
      'text',
      'amount',
      'count',
      'flag',
      'big',
      'when',
      'bytes',
      'free',
      'anything',
      'color',
      'names',
      'unique',
      'map',
      'record',
      'branch',
    ],
  },
);

/** How a model would write the values. */
function write(values: Record<string, unknown>): string {
  return JSON.stringify({
    ...values,
    big: String(values['big']),
    bytes: Buffer.from(values['bytes'] as Uint8Array).toString('base64'),
  });
}

function branchOf({ leaves }: { leaves: object[] }): Branch {
  return Object.assign(new Branch(), { leaves: leaves.map((each) => Object.assign(new Leaf(), each)) });
}

/** Without prototypes of plain objects, which say nothing about the values. */
function plain(values: readonly unknown[]): readonly unknown[] {
  return values.map((value) =>
    typeof value === 'object' &&
    value !== null &&
    (Array.isArray(value) || value.constructor !== Branch) &&
    isJson(value)
      ? JSON.stringify(value)
      : value,
  );
}

function isJson(value: object): boolean {
  return !(value instanceof Date || value instanceof Map || value instanceof Set || value instanceof Uint8Array);
}

const unhandled: unknown[] = [];
const note = (reason: unknown): void => {
  unhandled.push(reason);
};
beforeAll(() => {
  process.on('unhandledRejection', note);
});
afterAll(() => {
  process.off('unhandledRejection', note);
});

/** Whether everything that was rejected until now found somebody to handle it. */
async function settled(): Promise<readonly unknown[]> {
  await new Promise((resolve) => setImmediate(resolve));
  return unhandled;
}

describe('arguments of every type', () => {
  it('arrive equal to what was sent, in 5,000 cases', async () => {
    await fc.assert(
      fc.asyncProperty(valid, async (values) => {
        target.received = [];
        const result = await take.call(write(values));
        // One deep comparison of a case: an expectation for each value would take most of the time.
        const sent = [
          ...[
            values.text,
            values.amount,
            values.count,
            values.flag,
            values.big,
            values.when,
            Buffer.from(values.bytes),
          ],
          ...[values.free, values.anything, values.color, values.names, new Set(values.unique)],
          ...[new Map(Object.entries(values.map)), values.record, branchOf(values.branch), values.maybe],
        ];
        if (result !== '"ok"' || !isDeepStrictEqual(plain(target.received), plain(sent))) {
          expect([result, ...target.received]).toEqual(['"ok"', ...sent]);
          throw new Error('received something else than was sent');
        }
      }),
      { numRuns: 5000 },
    );
  }, 120_000);

  it('never crash or hang, whatever was sent, in 10,000 cases', async () => {
    const base: Record<string, unknown> = JSON.parse(
      write(fc.sample(valid, { numRuns: 1, seed: 7 })[0] ?? {}),
    ) as never;
    const names = Object.keys(base);
    const broken = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json({ maxDepth: 4 }),
      fc
        .tuple(fc.constantFrom(...names), fc.jsonValue())
        .map(([name, value]) => JSON.stringify({ ...base, [name]: value })),
      fc.tuple(fc.nat(400), fc.string()).map(([at, text]) => {
        const whole = JSON.stringify(base);
        return whole.slice(0, at) + text + whole.slice(at + 1);
      }),
      recordOf(fc.jsonValue()).map((extra) => JSON.stringify({ ...base, ...extra })),
    );
    const any = FunctionToolCallback.builder('any', () => 'ok')
      .inputType(Branch)
      .build();
    await fc.assert(
      fc.asyncProperty(
        broken.filter((text) => text.trim() !== ''),
        async (text) => {
          for (const callback of [take, any]) {
            const outcome: unknown = await callback.call(text).catch((error: unknown) => error);
            if (outcome === '"ok"') continue;
            const isExpected =
              outcome instanceof ToolExecutionException &&
              outcome.phase === 'arguments' &&
              outcome.message.length < 5000;
            if (!isExpected) throw new Error('expected an argument error', { cause: outcome });
          }
        },
      ),
      { numRuns: 10_000 },
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await settled()).toEqual([]);
  }, 120_000);

  it.each([
    ['a deep array', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a deep object', `{"anything":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['ten megabytes of text', `{"text":"${'x'.repeat(10_000_000)}"}`],
    ['ten megabytes of garbage', 'x'.repeat(10_000_000)],
  ])('survive %s', async (_what, text) => {
    const started = performance.now();
    const error: unknown = await take.call(text).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolExecutionException);
    expect((error as Error).message.length).toBeLessThan(20_000);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
