import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { BootSample } from './bootSubject.js';

/**
 * Time and memory from the start of a process to a ready application with 1 and with 200 tools, and to the answer of its
 * first turn: by hand, by Inversify
 * alone, by NestJS's standalone context where it is installed, and by the context with all auto-configurations. Every
 * sample is a process of its own; the subjects take turns, so that other load on the machine meets all of them. Packages are
 * measured as they are published, ours like those of others.
 */
const RUNS = Number(process.env['BENCH_RUNS'] ?? 9);
const TOOLS = [1, 200];
const SUBJECTS: readonly (readonly [name: string, module: string])[] = [
  ['empty', 'bootNothing'],
  ['by hand', 'bootByHand'],
  ['Inversify', 'bootWithInversify'],
  ...(existsSync(new URL('../nest/node_modules/@nestjs/core', import.meta.url))
    ? ([['NestJS', 'bootWithNest']] as const)
    : []),
  ['Toolwright', 'bootWithToolwright'],
];

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The compiled subjects in a folder of their own, beside the packages as they are published. */
async function prepareFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-boot-'));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@toolwright') await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  const release = (await import(new URL('../../../scripts/buildRelease.mjs', import.meta.url).href)) as {
    readonly buildRelease: (target: string) => Promise<unknown>;
  };
  await release.buildRelease(join(modules, '@toolwright'));
  await cp(fileURLToPath(new URL('.', import.meta.url)), join(folder, 'dist'), { recursive: true });
  await symlink(join(root, 'test/benchmarks/nest'), join(folder, 'nest'));
  await cp(join(root, 'test/benchmarks/nest/package.json'), join(folder, 'package.json'));
  return folder;
}

const folder = await prepareFolder();

async function sample(module: string, tools: number): Promise<BootSample> {
  const { stdout } = await execute(process.execPath, [join(folder, 'dist/bootSubject.js'), module, String(tools)]);
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
  process.stdout.write(
    `${'wiring ms'.padStart(11)}${'turn ms'.padStart(9)}${'x empty'.padStart(9)}${'MB'.padStart(8)}\n`,
  );
  for (const [name] of SUBJECTS) {
    const ratio = (of(name, 'milliseconds') / of('by hand', 'milliseconds')).toFixed(1).padStart(8);
    const row = [
      name.padEnd(12),
      of(name, 'milliseconds').toFixed(0).padStart(10),
      ratio,
      of(name, 'wiring').toFixed(1).padStart(11),
      of(name, 'turn').toFixed(0).padStart(9),
      (of(name, 'turn') / of('empty', 'turn')).toFixed(1).padStart(9),
      of(name, 'megabytes').toFixed(0).padStart(8),
    ];
    process.stdout.write(`${row.join('')}\n`);
  }
}
await rm(folder, { recursive: true });
if (!SUBJECTS.some(([name]) => name === 'NestJS')) {
  process.stdout.write('\nNestJS is not installed: npm install --no-package-lock --prefix test/benchmarks/nest\n');
}
