import { performance } from 'node:perf_hooks';
import type { Start } from './bootParts.js';

/** What one start took, printed as JSON. */
export interface BootSample {
  /** From the start of the process to the application being ready. */
  readonly milliseconds: number;
  /** Without loading Node.js and the modules. */
  readonly wiring: number;
  /** From the start of the process to the answer of a first turn. */
  readonly turn: number;
  /** Resident set, in megabytes. */
  readonly megabytes: number;
}

/** `node bootSubject.js <module> <tools>`: starts one application in this process and tells what it took. */
const [, , name = '', tools = '1'] = process.argv;
const { start } = (await import(`./${name}.js`)) as { readonly start: Start };
const loaded = performance.now();
const started = await start(Number(tools));
const milliseconds = performance.now();
await started.client?.prompt('Are you ready?').call().content();
const turn = performance.now();
if (started.tools !== Number(tools)) throw new Error(`${name} has ${started.tools} tools instead of ${tools}`);
const sample: BootSample = {
  milliseconds,
  wiring: milliseconds - loaded,
  turn,
  megabytes: process.memoryUsage.rss() / 2 ** 20,
};
process.stdout.write(JSON.stringify(sample));
