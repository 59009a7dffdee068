import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Work } from './worker.js';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

/**
 * Runs each piece of work in a process of its own, all at the same time.
 *
 * @returns what each process reported, or the signal that ended it
 */
export async function runInProcesses(url: string, works: readonly Work[]): Promise<readonly unknown[]> {
  const workers = works.map((work) =>
    spawn(process.execPath, [WORKER, url, JSON.stringify(work)], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  try {
    const reports = workers.map((worker) => reportsOf(worker));
    await Promise.all(reports.map((report) => report.ready));
    for (const { stdin } of workers) stdin.write('go\n');
    return await Promise.all(reports.map(({ end }) => end));
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
  }
}

function reportsOf(worker: ChildProcess & { readonly stdout: NodeJS.ReadableStream }): {
  readonly ready: Promise<unknown>;
  readonly end: Promise<unknown>;
} {
  const lines = createInterface({ input: worker.stdout });
  let report: unknown;
  lines.on('line', (line) => {
    if (line.startsWith('{')) report = JSON.parse(line);
  });
  const exit = once(worker, 'exit') as Promise<[number | null, string | null]>;
  const ready = Promise.race([
    once(lines, 'line'),
    exit.then(([code]) => Promise.reject(new Error(`a process ended with ${String(code)} before it was ready`))),
  ]);
  return { ready, end: exit.then(([, signal]) => report ?? signal) };
}
