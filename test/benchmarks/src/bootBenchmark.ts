import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { BootSample } from './bootSubject.js';

/**
 * Time and memory from the start of a process to a ready application with 1 and with 200 tools: by hand, by Inversify
 * alone, by NestJS's standalone context where it is installed, and by the context with all auto-configurations. Every
 * sample is a process of its own; the subjects take turns, so that other load on the machine meets all of them.
 */
const RUNS = Number(process.env['BENCH_RUNS'] ?? 9);
const TOOLS = [1, 200];
const SUBJECTS: readonly (readonly [name: string, module: string])[] = [
  ['by hand', 'bootByHand'],
  ['Inversify', 'bootWithInversify'],
  ...(existsSync(new URL('../nest/node_modules/@nestjs/core', import.meta.url))
    ? ([['NestJS', 'bootWithNest']] as const)
    : []),
  ['Toolwright', 'bootWithToolwright'],
];

const execute = promisify(execFile);
const subject = fileURLToPath(new URL('./bootSubject.js', import.meta.url));

async function sample(module: string, tools: number): Promise<BootSample> {
  const { stdout } = await execute(process.execPath, [subject, module, String(tools)]);
  return JSON.parse(stdout) as BootSample;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

for (const tools of TOOLS) {
  const samples = new Map(SUBJECTS.map(([name]) => [name, [] as BootSample[]]));
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [name, module] of SUBJECTS) {
      const taken = await sample(module, tools);
      // The first one reads the files from the disk.
      if (run > 0) samples.get(name)?.push(taken);
    }
  }
  const of = (name: string, what: keyof BootSample) => median((samples.get(name) ?? []).map((each) => each[what]));
  process.stdout.write(`\n${tools} ${tools === 1 ? 'tool' : 'tools'}, median of ${RUNS} processes\n`);
  process.stdout.write(`${'subject'.padEnd(12)}${'ready ms'.padStart(10)}${'x hand'.padStart(8)}`);
  process.stdout.write(`${'wiring ms'.padStart(11)}${'x hand'.padStart(8)}${'MB'.padStart(8)}\n`);
  for (const [name] of SUBJECTS) {
    const ratio = (what: keyof BootSample) => (of(name, what) / of('by hand', what)).toFixed(1).padStart(8);
    const row = [
      name.padEnd(12),
      of(name, 'milliseconds').toFixed(0).padStart(10),
      ratio('milliseconds'),
      of(name, 'wiring').toFixed(1).padStart(11),
      ratio('wiring'),
      of(name, 'megabytes').toFixed(0).padStart(8),
    ];
    process.stdout.write(`${row.join('')}\n`);
  }
}
if (SUBJECTS.length < 4) {
  process.stdout.write('\nNestJS is not installed: npm install --no-package-lock --prefix test/benchmarks/nest\n');
}
