import type { Command } from 'commander';
import type { ApplicationPackages } from '../application/ApplicationPackages.js';
import type { InspectedApplication, RunningApplication } from '../application/openApplication.js';
import type { Terminal } from '../output/Terminal.js';

/** The options that every command over an application has. */
export interface ApplicationCommandOptions {
  readonly app?: string;
  readonly config?: string;
  readonly json?: true;
}

/** What a command works with. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** All arguments of this call. */
  readonly args: readonly string[];
  /** Opens the application that the options name, gives it to `use`, and closes it. */
  readonly withApplication: <T>(
    options: ApplicationCommandOptions,
    use: (application: InspectedApplication) => Promise<T>,
  ) => Promise<T>;
  /**
   * Runs the application that the options name, with these arguments before its own; those that it was given win.
   *
   * @param prepare called with the application's packages, before it is loaded
   * @returns the application that runs; whoever asked for it closes its context
   */
  readonly runApplication: (
    options: ApplicationCommandOptions,
    args: readonly string[],
    prepare?: (packages: ApplicationPackages) => Promise<void>,
  ) => Promise<RunningApplication>;
}

/** Adds one command to the program; every file of this folder has one. */
export type AddCommand = (program: Command, context: CommandContext) => void;

/** A command with the options that all of them share. */
export function applicationCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option('--app <path>', 'the application, as path#Export, or the folder of its package.json')
    .option('--config <folder>', 'the folder that holds its configuration files (default: the working directory)')
    .option('--json', 'print one JSON document');
}
