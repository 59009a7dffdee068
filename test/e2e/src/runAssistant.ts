import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Top folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const MAIN = fileURLToPath(new URL('../../../apps/docs-assistant/dist/main.js', import.meta.url));

/** How a run of the assistant ended. */
export interface AssistantRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `--json` prints, as far as the tests look at it. */
export interface PrintedTurn {
  readonly answer: string | null;
  readonly finishReason: string | null;
  readonly rounds: readonly {
    readonly toolsSent: readonly string[];
    readonly promptTokens: number;
    readonly toolCalls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
    readonly results: readonly { readonly name: string; readonly result: string; readonly isError?: boolean }[];
  }[];
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number; readonly totalTokens: number };
  readonly partialToolResponses?: readonly { readonly name: string; readonly responseData: string }[];
}

/** Runs the assistant as a user would, without a terminal. */
export function runAssistant(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<AssistantRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: options.cwd ?? ROOT,
      env: { PATH: process.env['PATH'] ?? '', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

/** Runs the assistant with `--json` and parses the one document that it prints. */
export async function askJson(
  question: string,
  args: readonly string[] = [],
  options: Parameters<typeof runAssistant>[1] = {},
): Promise<AssistantRun & { readonly turn: PrintedTurn }> {
  const run = await runAssistant(['--json', ...args, question], options);
  try {
    return { ...run, turn: JSON.parse(run.stdout) as PrintedTurn };
  } catch (cause) {
    throw new Error(`no JSON document on standard output (exit code ${run.exitCode}):\n${run.stdout}\n${run.stderr}`, {
      cause,
    });
  }
}

/** The names of all tools that a turn called, in order. */
export function calledTools(turn: PrintedTurn): readonly string[] {
  return turn.rounds.flatMap(({ toolCalls }) => toolCalls.map(({ name }) => name));
}
