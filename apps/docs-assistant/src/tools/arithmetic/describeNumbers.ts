/** The usual figures of a list of numbers, to ten digits. */
export interface NumberSummary {
  readonly count: number;
  readonly sum: number;
  readonly mean: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Of the sample (divided by n - 1); 0 for one number. */
  readonly standardDeviation: number;
}

/** @param numbers at least one */
export function describeNumbers(numbers: readonly number[]): NumberSummary {
  const sorted = [...numbers].sort((a, b) => a - b);
  const count = sorted.length;
  const sum = sorted.reduce((total, value) => total + value, 0);
  const mean = sum / count;
  const middle = Math.floor(count / 2);
  const upper = sorted[middle] ?? NaN;
  const median = count % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
  const squares = sorted.reduce((total, value) => total + (value - mean) ** 2, 0);
  return {
    count,
    sum: round(sum),
    mean: round(mean),
    median: round(median),
    min: sorted[0] ?? NaN,
    max: sorted.at(-1) ?? NaN,
    standardDeviation: count === 1 ? 0 : round(Math.sqrt(squares / (count - 1))),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(10));
}
