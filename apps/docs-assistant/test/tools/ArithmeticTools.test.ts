import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Toolbox } from './toolbox.js';

const toolbox = new Toolbox();

describe('calculate', () => {
  it.each([
    ['(2 + 3) * sqrt(16)', 20],
    ['0.1 + 0.2', 0.3],
    ['2^10', 1024],
    ['-2^2', -4],
    ['7 mod 3 + 10 % 4', 3],
    ['15% of 240', 36],
    ['240 + 10%', 264],
    ['12 × 12 ÷ 3 − 8', 40],
    ['2 ** 3', 8],
    ['5! / 3!', 20],
    ['√(81)', 9],
    ['ln(e)', 1],
    ['2π', 6.2831853071796],
    ['max(3, 9, 4) - mean(1, 2, 3)', 7],
    ['3 > 2 ? 10 : 20', 10],
    ['gcd(12, 18) + round(2.567, 2)', 8.57],
    ['3 >= 4', false],
    ['1 < 2 < 3', true],
  ])('%s', async (expression, result) => {
    expect(await toolbox.call('calculate', { expression })).toEqual({ expression, result });
  });

  it.each([
    ['1 / 0', /has no real, finite result/],
    ['sqrt(-4)', /has no real, finite result/],
    ['1e308 * 10', /has no real, finite result/],
    ['2 +', /^The expression is wrong: Unexpected end of expression/],
    ['cost * 2', /^'cost' is not a number/],
    ['sqrt', /^'sqrt' has no real, finite result/],
  ])('explains what is wrong with %s', async (expression, message) => {
    expect(await toolbox.failure('calculate', { expression })).toMatch(message);
  });

  it.each([
    'import({a: 1})',
    'createUnit("x")',
    'evaluate("1+1")',
    'parse("1")',
    'compile("1")',
    'parser()',
    'config({})',
    'simplify("x")',
    'derivative("x^2", "x")',
    'ones(100000, 100000)',
    'combinations(1e15, 5e14)',
    'bignumber(9)^1e9',
    'random()',
    'a = 5',
    'f(x) = x',
    '1:1e9',
    '[1, 2, 3]',
    '"text"',
    '{a: 1}',
    '(1).constructor',
    'sqrt.constructor("return process")()',
    'cos.constructor',
    'sqrt.abs(4)',
    '{sqrt: 1}.sqrt(4)',
    '5 km',
    'i * i',
    '1; 2',
    'constructor',
    '__proto__',
    'toString()',
  ])('does not run %s', async (expression) => {
    expect(await toolbox.failure('calculate', { expression })).toMatch(
      /^(?:The function '\w+' is not available|'\w+' is not a number|Only arithmetic with numbers is possible|The expression is wrong)/,
    );
  });

  it('refuses long expressions', async () => {
    expect(await toolbox.failure('calculate', { expression: '1+'.repeat(151) })).toMatch(
      /^'expression' has 302 characters, at most 300/,
    );
  });

  it('agrees with JavaScript on sums and products', async () => {
    const whole = fc.integer({ min: -10_000, max: 10_000 });
    await fc.assert(
      fc.asyncProperty(whole, whole, whole, async (a, b, c) => {
        const { result } = await toolbox.call('calculate', { expression: `(${a}) * (${b}) - (${c})` });
        expect(result).toBe(a * b - c + 0);
      }),
      { numRuns: 50 },
    );
  });
});

describe('percentage', () => {
  it.each([
    [15, 240, undefined, 36, 'number'],
    [12.5, 80, 'percentOf', 10, 'number'],
    [30, 120, 'share', 25, 'percent'],
    [80, 100, 'change', 25, 'percent'],
    [100, 80, 'change', -20, 'percent'],
    [-50, -25, 'change', 50, 'percent'],
    [5, -20, 'share', -25, 'percent'],
    [0.1, 0.3, 'share', 33.3333333333, 'percent'],
  ])('%d and %d: %s', async (first, second, question, result, unit) => {
    const args = { first, second, ...(question === undefined ? {} : { question }) };
    expect(await toolbox.call('percentage', args)).toEqual({ result, unit });
  });

  it('has no share of zero', async () => {
    for (const args of [
      { first: 1, second: 0, question: 'share' },
      { first: 0, second: 1, question: 'change' },
    ]) {
      expect(await toolbox.failure('percentage', args)).toBe(
        'There is no percentage of zero. Pass a number that is not 0.',
      );
    }
  });
});

describe('primeFactors', () => {
  it.each([
    [360, [2, 2, 2, 3, 3, 5], false],
    [97, [97], true],
    [2, [2], true],
    [99_999_999_999_973, [99_999_999_999_973], true],
    [100_000_000_000_000, [...Array<number>(14).fill(2), ...Array<number>(14).fill(5)], false],
  ])('of %d', async (number, factors, prime) => {
    expect(await toolbox.call('primeFactors', { number })).toEqual({ number, factors, prime });
  });

  it('multiply to the number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 1_000_000 }), async (number) => {
        const { factors } = await toolbox.call('primeFactors', { number });
        expect(factors.reduce((product: number, factor: number) => product * factor, 1)).toBe(number);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses numbers without factors, or too large', async () => {
    expect(await toolbox.failure('primeFactors', { number: 1 })).toBe(
      "'number' must be from 2 to 100000000000000, but was 1.",
    );
    expect(await toolbox.failure('primeFactors', { number: 1e15 })).toMatch(/^'number' must be/);
  });
});

describe('commonDivisor', () => {
  it('finds divisor and multiple, exactly also beyond 2^53', async () => {
    expect(await toolbox.call('commonDivisor', { numbers: [12, 18, 30] })).toEqual({
      greatestCommonDivisor: 6,
      leastCommonMultiple: '180',
    });
    expect(await toolbox.call('commonDivisor', { numbers: [9_007_199_254_740_991, 9_007_199_254_740_990] })).toEqual({
      greatestCommonDivisor: 1,
      leastCommonMultiple: '81129638414606654674191240921090',
    });
    expect(await toolbox.failure('commonDivisor', { numbers: [5] })).toBe(
      "'count of numbers' must be from 2 to 100, but was 1.",
    );
    expect(await toolbox.failure('commonDivisor', { numbers: [5, 0] })).toMatch(/^'numbers' must be from 1 to/);
  });
});

describe('convertBase', () => {
  it.each([
    ['255', 10, 16, 'ff'],
    ['FF', 16, 2, '11111111'],
    ['0xff', 16, 10, '255'],
    ['0b101', 2, 10, '5'],
    ['-777', 8, 10, '-511'],
    ['zz', 36, 10, '1295'],
    ['ffffffffffffffffffff', 16, 10, '1208925819614629174706175'],
  ])('%s from %d to %d', async (digits, fromBase, toBase, result) => {
    expect(await toolbox.call('convertBase', { digits, fromBase, toBase })).toEqual({ result, base: toBase });
  });

  it('names the digit that is wrong', async () => {
    expect(await toolbox.failure('convertBase', { digits: '129', fromBase: 8, toBase: 10 })).toBe(
      "'9' is not a digit in base 8.",
    );
    expect(await toolbox.failure('convertBase', { digits: '1', fromBase: 1, toBase: 10 })).toBe(
      "'fromBase' must be from 2 to 36, but was 1.",
    );
    expect(await toolbox.failure('convertBase', { digits: '-', fromBase: 10, toBase: 2 })).toBe(
      "'digits' is empty. Pass a whole number.",
    );
  });
});

describe('statistics', () => {
  it('describes numbers', async () => {
    expect(await toolbox.call('statistics', { numbers: [2, 4, 4, 4, 5, 5, 7, 9] })).toEqual({
      count: 8,
      sum: 40,
      mean: 5,
      median: 4.5,
      min: 2,
      max: 9,
      standardDeviation: 2.138089935,
    });
    expect(await toolbox.call('statistics', { numbers: [0.1, 0.2, -3] })).toMatchObject({ sum: -2.7, median: 0.1 });
    expect(await toolbox.call('statistics', { numbers: [7] })).toMatchObject({ median: 7, standardDeviation: 0 });
  });

  it('needs a number', async () => {
    expect(await toolbox.failure('statistics', { numbers: [] })).toBe(
      "'count of numbers' must be from 1 to 10000, but was 0.",
    );
  });
});

describe('linearRegression', () => {
  it('fits a line', async () => {
    expect(await toolbox.call('linearRegression', { xValues: [1, 2, 3], yValues: [3, 5, 7] })).toEqual({
      slope: 2,
      intercept: 1,
      rSquared: 1,
    });
    expect(await toolbox.call('linearRegression', { xValues: [1, 2, 3, 4], yValues: [2, 1, 4, 3] })).toEqual({
      slope: 0.6,
      intercept: 1,
      rSquared: 0.36,
    });
    expect(await toolbox.call('linearRegression', { xValues: [1, 2], yValues: [4, 4] })).toEqual({
      slope: 0,
      intercept: 4,
      rSquared: 1,
    });
  });

  it('needs pairs, and different x', async () => {
    expect(await toolbox.failure('linearRegression', { xValues: [1, 2], yValues: [1] })).toBe(
      'There are 2 x and 1 y. Pass one y for each x.',
    );
    expect(await toolbox.failure('linearRegression', { xValues: [1, 1], yValues: [1, 2] })).toBe(
      'All x are equal, so there is no line. Pass different x.',
    );
  });
});
