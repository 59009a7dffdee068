import { Component } from '@toolwright/boot';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import { requireMaxLength } from '../input/requireMaxLength.js';
import { requireRange } from '../input/requireRange.js';
import { Calculator } from './Calculator.js';

/** Which question about percent is asked. */
const PercentQuestion = { PercentOf: 'percentOf', Share: 'share', Change: 'change' } as const;
type PercentQuestion = (typeof PercentQuestion)[keyof typeof PercentQuestion];

/** Trial division up to the root of this stays below a tenth of a second. */
const MAX_FACTORED = 1e14;
const MAX_NUMBERS = 100;
const MAX_DIGITS = 200;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Arithmetic with single numbers. */
@Component()
export class ArithmeticTools {
  constructor(private readonly calculator: Calculator) {}

  @Tool({
    description: 'Calculates an arithmetic expression: plus, minus, times, divided by, powers, roots, sin, log.',
  })
  async calculate(
    @ToolParam({ description: 'Such as (2 + 3) * sqrt(16)' }) expression: string,
  ): Promise<{ expression: string; result: number | boolean }> {
    return { expression, result: await this.calculator.evaluate(expression) };
  }

  @Tool({ description: 'Works out percentages: percent of a number, share in a whole, or change in percent.' })
  percentage(
    @ToolParam({ description: 'Percent, part or old value' }) first: number,
    @ToolParam({ description: 'Number, whole or new value' }) second: number,
    @ToolParam({ type: { enum: PercentQuestion } }) question: PercentQuestion = PercentQuestion.PercentOf,
  ): { result: number; unit: 'number' | 'percent' } {
    if (question === PercentQuestion.PercentOf) return { result: round((first * second) / 100), unit: 'number' };
    const isShare = question === PercentQuestion.Share;
    const whole = isShare ? second : first;
    if (whole === 0) throw new ToolUserError('There is no percentage of zero. Pass a number that is not 0.');
    // A change is measured by the size of the old value, so that growth is positive below zero, too.
    const ratio = isShare ? first / second : (second - first) / Math.abs(first);
    return { result: round(ratio * 100), unit: 'percent' };
  }

  @Tool({ description: 'Splits a whole number into its prime factors and tells whether it is prime.' })
  primeFactors(@ToolParam({ description: 'From 2 to 10^14', type: 'integer' }) number: number): {
    number: number;
    factors: readonly number[];
    prime: boolean;
  } {
    requireRange(number, 2, MAX_FACTORED, 'number');
    const factors: number[] = [];
    let rest = number;
    for (let divisor = 2; divisor * divisor <= rest; divisor += divisor === 2 ? 1 : 2) {
      while (rest % divisor === 0) {
        factors.push(divisor);
        rest /= divisor;
      }
    }
    if (rest > 1) factors.push(rest);
    return { number, factors, prime: factors.length === 1 };
  }

  @Tool({ description: 'Finds the greatest common divisor (gcd) and least common multiple (lcm) of whole numbers.' })
  commonDivisor(@ToolParam({ description: 'Whole numbers', type: ['integer'] }) numbers: number[]): {
    greatestCommonDivisor: number;
    leastCommonMultiple: string;
  } {
    requireRange(numbers.length, 2, MAX_NUMBERS, 'count of numbers');
    for (const number of numbers) requireRange(number, 1, Number.MAX_SAFE_INTEGER, 'numbers');
    const integers = numbers.map((number) => BigInt(number));
    const divisor = integers.reduce(gcd);
    const multiple = integers.reduce((a, b) => (a / gcd(a, b)) * b);
    return { greatestCommonDivisor: Number(divisor), leastCommonMultiple: multiple.toString() };
  }

  @Tool({ description: 'Converts a whole number between bases: binary, octal, decimal, hexadecimal.' })
  convertBase(
    @ToolParam({ description: 'Digits' }) digits: string,
    @ToolParam({ description: 'Base of the digits, 2 to 36', type: 'integer' }) fromBase: number,
    @ToolParam({ description: 'Base to convert to', type: 'integer' }) toBase: number,
  ): { result: string; base: number } {
    const from = BigInt(requireRange(fromBase, 2, 36, 'fromBase'));
    requireRange(toBase, 2, 36, 'toBase');
    const text = requireMaxLength(digits, MAX_DIGITS, 'digits').trim().toLowerCase();
    const negative = text.startsWith('-');
    const plain = (negative ? text.slice(1) : text).replace(PREFIXES[fromBase] ?? '', '');
    if (plain === '') throw new ToolUserError("'digits' is empty. Pass a whole number.");
    let value = 0n;
    for (const digit of plain) {
      const worth = DIGITS.indexOf(digit);
      if (worth < 0 || worth >= fromBase) throw new ToolUserError(`'${digit}' is not a digit in base ${fromBase}.`);
      value = value * from + BigInt(worth);
    }
    return { result: (negative ? -value : value).toString(toBase), base: toBase };
  }
}

/** How programs mark the base. */
const PREFIXES: Readonly<Record<number, RegExp>> = { 2: /^0b/, 8: /^0o/, 16: /^0x/ };

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}
