import { readFileSync } from 'node:fs';
import addCompletion from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { runApplication, withApplication } from './application/openApplication.js';
import { addBeansCommand } from './command/addBeansCommand.js';
import { addConditionsCommand } from './command/addConditionsCommand.js';
import { addConfigCommand } from './command/addConfigCommand.js';
import { addMcpCommand } from './command/addMcpCommand.js';
import { addStudioCommand } from './command/addStudioCommand.js';
import { addToolsCommand } from './command/addToolsCommand.js';
import type { AddCommand, CommandContext } from './command/CommandContext.js';
import type { Terminal } from './output/Terminal.js';

/** Every command, in the order of the help. */
const COMMANDS: readonly AddCommand[] = [
  addConfigCommand,
  addConditionsCommand,
  addToolsCommand,
  addBeansCommand,
  addMcpCommand,
  addStudioCommand,
];

const HELP = `
Arguments after -- are the application's own:
  toolwright config --set -- --profiles.active=prod

The application is the class that package.json of the working directory names,
  "toolwright": { "application": "./dist/Application.js" }
or the one of --app path#Export. Only mcp serve and studio run it; for the others no runner is called, and only beans that a
command has to ask are made.

Exit codes: 0 done, 1 the application cannot be started, 2 the command was called wrongly.`;

/**
 * The command line as a whole.
 *
 * @param args all arguments
 * @param applicationArgs those of the application among them
 */
export function createProgram(
  terminal: Terminal,
  args: readonly string[],
  applicationArgs: readonly string[],
): Command {
  const context: CommandContext = {
    terminal,
    args,
    withApplication: ({ app, config }, use) => withApplication({ app, config, args: applicationArgs }, terminal, use),
    runApplication: ({ app, config }, defaults, prepare) => {
      const given = new Set(applicationArgs.map(keyOf));
      const all = [...defaults.filter((arg) => !given.has(keyOf(arg))), ...applicationArgs];
      return runApplication({ app, config, args: all }, terminal, prepare);
    },
  };
  const program = new Command('toolwright')
    .description('Looks at applications that are built with Toolwright')
    .version(ownVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        terminal.out(text);
      },
      writeErr: (text) => {
        terminal.err(text);
      },
    })
    .addHelpText('after', HELP);
  for (const add of COMMANDS) add(program, context);
  addCompletion(program);
  return program;
}

/** `--key` of `--key=value`. */
function keyOf(arg: string): string {
  return arg.split('=', 1)[0] ?? arg;
}

function ownVersion(): string {
  const manifest = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}
