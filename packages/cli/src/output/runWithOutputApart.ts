import { spawn } from 'node:child_process';
import { once } from 'node:events';
import inspector from 'node:inspector';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

/** Tells the child process which descriptor is the real standard output. */
const DESCRIPTOR = 'TOOLWRIGHT_OUTPUT_DESCRIPTOR';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the command line once more, as a child process in which descriptor 1 is standard error and another one standard
 * output: what native code or a library like pino writes to descriptor 1 cannot be caught within a process.
 *
 * @param args the arguments of this call
 * @returns the exit code
 */
export async function runWithOutputApart(args: readonly string[]): Promise<number> {
  // The child listens where this process does.
  inspector.close();
  const child = spawn(process.execPath, [...process.execArgv, MAIN, ...args], {
    stdio: ['inherit', 2, 'inherit', 1],
    env: { ...process.env, [DESCRIPTOR]: '3' },
  });
  const forward = (signal: NodeJS.Signals): void => {
    // A terminal sends its signal to both.
    if (signal !== 'SIGINT' || !isatty(0)) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } finally {
    for (const signal of SIGNALS) process.off(signal, forward);
  }
}

/** The descriptor of standard output in the child process, which its own children do not get to know; undefined elsewhere. */
export function takeOutputDescriptor(): number | undefined {
  const value = process.env[DESCRIPTOR];
  Reflect.deleteProperty(process.env, DESCRIPTOR);
  return value === undefined ? undefined : Number(value);
}
