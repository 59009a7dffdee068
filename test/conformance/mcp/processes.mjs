import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Runs a program to its end. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '', text: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].on('data', (chunk) => {
        output[name] += chunk;
        output.text += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

/**
 * Starts a server of this repository and waits for its address in what it prints.
 *
 * @returns the address, and how to end the server
 */
export async function serve(args, options = {}) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  const url = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        said += `${line}\n`;
        const address = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(line)?.[0];
        if (address) resolve(address);
      });
    }
  });
  const stop = () => {
    child.kill();
    return ended;
  };
  return { url, stop };
}

/** The outcomes of tasks in their order, `limit` of which run at a time. */
export async function inLanes(limit, tasks) {
  const outcomes = [];
  let next = 0;
  const lane = async () => {
    while (next < tasks.length) {
      const index = next++;
      outcomes[index] = await tasks[index]();
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  return outcomes;
}
