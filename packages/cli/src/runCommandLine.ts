import { isToolwrightException } from '@toolwright/core';
import { CommanderError } from 'commander';
import { ApplicationFailedException } from './application/ApplicationFailedException.js';
import { UsageException } from './application/UsageException.js';
import { ExitException } from './command/ExitException.js';
import { createProgram } from './createProgram.js';
import type { Terminal } from './output/Terminal.js';

/** Exit code of a command that has done what was asked for. */
const DONE = 0;
/** Exit code of a command over an application that cannot be started. */
const FAILED = 1;
/** Exit code of a command that was called wrongly. */
const USAGE = 2;

/**
 * Runs one command.
 *
 * @param argv the arguments, without interpreter and script; those after `--` are the application's
 * @returns the exit code: 0 done, 1 the application cannot be started, 2 called wrongly
 */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  // A shell that wants completions passes the words so far behind `--`.
  const end = argv[0] === 'complete' ? -1 : argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  const program = createProgram(terminal, argv, end < 0 ? [] : argv.slice(end + 1));
  try {
    await program.parseAsync(own, { from: 'user' });
    return DONE;
  } catch (error) {
    // Commander has printed what it has to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : USAGE;
    if (error instanceof ExitException) return error.exitCode;
    if (error instanceof UsageException) {
      terminal.err(`error: ${error.message}\n`);
      return USAGE;
    }
    if (!(error instanceof ApplicationFailedException)) throw error;
    if (!error.explained) terminal.err(`error: ${reasonOf(error)}\n`);
    return FAILED;
  }
}

/** What nobody can explain is shown with the place where it happened. */
function reasonOf({ message, cause }: ApplicationFailedException): string {
  return cause instanceof Error && !isToolwrightException(cause) ? (cause.stack ?? message) : message;
}
