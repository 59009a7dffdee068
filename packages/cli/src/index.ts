export { type AddCommand, type ApplicationCommandOptions, type CommandContext } from './command/CommandContext.js';
export type { ApplicationPackages } from './application/ApplicationPackages.js';
export type {
  ApplicationOptions,
  Boot,
  InspectedApplication,
  RunningApplication,
} from './application/openApplication.js';
export { runCommandLine } from './runCommandLine.js';
export { Terminal, type TerminalOptions } from './output/Terminal.js';
