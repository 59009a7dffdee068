import { performance } from 'node:perf_hooks';

/** What is measured: one turn, run as often as it takes. */
export interface Subject {
  readonly name: string;
  turn(): Promise<unknown>;
}

/** The median duration of a turn, in microseconds. */
export interface Measurement {
  readonly name: string;
  readonly microseconds: number;
}

/**
 * Runs the subjects in alternating batches after a warm-up, so that all suffer alike from other load on the machine. Each
 * turn is measured by itself: a process that has to wait loses a few turns, not what a whole batch would tell.
 *
 * @param options.warmUp turns of each subject before anything is counted
 * @param options.batches counted batches of each subject
 * @param options.turns turns of a batch
 */
export async function measure(
  subjects: readonly Subject[],
  options: { readonly warmUp: number; readonly batches: number; readonly turns: number },
): Promise<readonly Measurement[]> {
  for (const subject of subjects) for (let turn = 0; turn < options.warmUp; turn += 1) await subject.turn();
  const samples = subjects.map(() => [] as number[]);
  for (let batch = 0; batch < options.batches; batch += 1) {
    for (const [index, subject] of subjects.entries()) {
      for (let turn = 0; turn < options.turns; turn += 1) {
        const start = performance.now();
        await subject.turn();
        samples[index]?.push((performance.now() - start) * 1000);
      }
    }
  }
  return subjects.map(({ name }, index) => ({ name, microseconds: median(samples[index] ?? []) }));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
