import { Contest, type Pair } from './Contest.js';
import { measure } from './measure.js';
import { Script } from './script.js';

/**
 * `npm run bench`: what Toolwright costs beside a hand-written loop in the same process, with an instant model. Prints
 * one table and exits with 1 when a figure is above what is allowed; other load on the machine is met by comparing in
 * alternation, and by measuring again before a figure counts.
 */
interface Workload {
  readonly name: string;
  /** What is divided by what. */
  readonly pair: Pair;
  /** What one turn is divided into, and how that is called. */
  readonly parts: number;
  readonly unit: string;
  readonly warmUp: number;
  readonly turns: number;
  readonly allowed: number;
  /** Whether Toolwright is compared with itself. */
  readonly growth?: boolean;
}

const BATCHES = 15;
const ATTEMPTS = 3;

const oneCall = new Script({ rounds: 1 });
const fiveRounds = new Script({ rounds: 5 });
const withTools = (tools: number): Pair => new Contest(oneCall, { tools }).called;
const withHistory = (messages: number): Pair => new Contest(fiveRounds, { messages }).called;

const workloads: readonly Workload[] = [
  {
    name: 'W1 one tool, ten rounds',
    pair: new Contest(new Script({ rounds: 10 })).called,
    parts: 10,
    unit: 'round',
    warmUp: 1500,
    turns: 100,
    allowed: 10,
  },
  {
    name: 'W2 one round of 50 calls',
    pair: new Contest(new Script({ rounds: 1, width: 50 })).called,
    parts: 1,
    unit: 'turn',
    warmUp: 500,
    turns: 30,
    allowed: 10,
  },
  {
    name: 'W3 200 tools, one call',
    pair: withTools(200),
    parts: 1,
    unit: 'turn',
    warmUp: 1500,
    turns: 200,
    allowed: 20,
  },
  {
    name: 'W3 200 tools for 1',
    pair: [withTools(1)[1], withTools(200)[1]],
    parts: 1,
    unit: 'turn',
    warmUp: 500,
    turns: 200,
    allowed: 2,
    growth: true,
  },
  {
    name: 'W4 history of 2,000 messages',
    pair: withHistory(2000),
    parts: 5,
    unit: 'round',
    warmUp: 300,
    turns: 20,
    allowed: 10,
  },
  {
    name: 'W4 4,000 messages for 2,000',
    pair: [withHistory(2000)[1], withHistory(4000)[1]],
    parts: 5,
    unit: 'round',
    warmUp: 100,
    turns: 20,
    // Twice as much is linear, four times as much is quadratic.
    allowed: 3,
    growth: true,
  },
  {
    name: 'W5 streaming, 220 pieces',
    pair: new Contest(new Script({ rounds: 1, argumentDeltas: 20, deltas: 200 })).watched,
    parts: 220,
    unit: 'piece',
    warmUp: 300,
    turns: 30,
    allowed: 10,
  },
];

const cell = (microseconds: number): string => `${microseconds.toFixed(2)} us`.padStart(12);
process.stdout.write(
  `${'workload'.padEnd(30)} per    ${'by hand'.padStart(12)} ${'Toolwright'.padStart(12)}  ratio  allowed\n`,
);
let failures = 0;
for (const { name, pair, parts, unit, warmUp, turns, allowed, growth = false } of workloads) {
  let best: { readonly base: number; readonly own: number; readonly ratio: number } | undefined;
  for (let attempt = 0; attempt < ATTEMPTS && !(best && best.ratio <= allowed); attempt += 1) {
    const [base, own] = (await measure(pair, { warmUp, batches: BATCHES, turns })).map(
      ({ microseconds }) => microseconds / parts,
    );
    if (base === undefined || own === undefined) throw new Error('nothing was measured');
    const ratio = own / base;
    if (!best || ratio < best.ratio) best = { base, own, ratio };
  }
  if (!best) throw new Error('nothing was measured');
  const { base, own, ratio } = best;
  const tooMuch = ratio > allowed;
  if (tooMuch) failures += 1;
  process.stdout.write(
    `${name.padEnd(30)} ${unit.padEnd(6)} ${growth ? '-'.padStart(12) : cell(base)} ${cell(own)} ${ratio.toFixed(1).padStart(6)} ` +
      `${allowed.toFixed(0).padStart(8)}${tooMuch ? '   TOO MUCH' : ''}\n`,
  );
}
if (failures > 0) process.exitCode = 1;
