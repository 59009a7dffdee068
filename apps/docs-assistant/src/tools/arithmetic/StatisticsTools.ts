import { Component } from '@toolwright/boot';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import { requireRange } from '../input/requireRange.js';
import { describeNumbers, type NumberSummary } from './describeNumbers.js';

const MAX_NUMBERS = 10_000;

/** Statistics over lists of numbers. */
@Component()
export class StatisticsTools {
  @Tool({ description: 'Computes statistics of numbers: average (mean), median, sum, minimum, maximum, deviation.' })
  statistics(@ToolParam({ description: 'Numbers', type: ['number'] }) numbers: number[]): NumberSummary {
    requireRange(numbers.length, 1, MAX_NUMBERS, 'count of numbers');
    return describeNumbers(numbers);
  }

  @Tool({ description: 'Fits a straight line through points (linear regression): the trend and how well it fits.' })
  linearRegression(
    @ToolParam({ description: 'Values of x', type: ['number'] }) xValues: number[],
    @ToolParam({ description: 'Value of y for each x', type: ['number'] }) yValues: number[],
  ): { slope: number; intercept: number; rSquared: number } {
    requireRange(xValues.length, 2, MAX_NUMBERS, 'count of xValues');
    if (xValues.length !== yValues.length) {
      throw new ToolUserError(`There are ${xValues.length} x and ${yValues.length} y. Pass one y for each x.`);
    }
    const meanX = mean(xValues);
    const meanY = mean(yValues);
    const spreadX = sumOf(xValues, (value) => (value - meanX) ** 2);
    const spreadY = sumOf(yValues, (value) => (value - meanY) ** 2);
    const common = sumOf(xValues, (value, index) => (value - meanX) * ((yValues[index] ?? 0) - meanY));
    if (spreadX === 0) throw new ToolUserError('All x are equal, so there is no line. Pass different x.');
    const slope = common / spreadX;
    // A horizontal line through points that do not vary fits them exactly.
    const rSquared = spreadY === 0 ? 1 : common ** 2 / (spreadX * spreadY);
    return { slope: round(slope), intercept: round(meanY - slope * meanX), rSquared: round(rSquared) };
  }
}

function mean(values: readonly number[]): number {
  return sumOf(values, (value) => value) / values.length;
}

function sumOf(values: readonly number[], term: (value: number, index: number) => number): number {
  return values.reduce((total, value, index) => total + term(value, index), 0);
}

function round(value: number): number {
  return Number(value.toPrecision(10));
}
