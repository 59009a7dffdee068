import { performance } from 'node:perf_hooks';
import type { Start } from './bootParts.js';

/** What one start took, printed as JSON. */
export interface BootSample {
  /** From the start of the process to the application being ready. */
  readonly milliseconds: number;
  /** Without loading Node.js and the modules. */
  readonly wiring: number;
  /** Resident set, in megabytes. */
  readonly megabytes: number;
}

/** `node bootSubject.js <module> <tools>`: starts one application in this process and tells what it took. */
const [, , name = '', tools = '1'] = process.argv;
const { start } = (await import(`./${name}.js`)) as { readonly start: Start };
const loaded = performance.now();
const started = await start(Number(tools));
const milliseconds = performance.now();
if (started.tools !== Number(tools)) throw new Error(`${name} has ${started.tools} tools instead of ${tools}`);
const sample: BootSample = {
  milliseconds,
  wiring: milliseconds - loaded,
  megabytes: process.memoryUsage.rss() / 2 ** 20,
};
process.stdout.write(JSON.stringify(sample));
