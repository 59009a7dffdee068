import { relative, resolve } from 'node:path';
import { Command, Option } from 'commander';
import colors from 'picocolors';
import { askForProject } from './askForProject.js';
import { checkPackageName } from './checkPackageName.js';
import { createProject } from './createProject.js';
import { installDependencies } from './installDependencies.js';
import { MODEL_PROVIDERS, modelProvider } from './ModelProvider.js';
import { ProjectException } from './ProjectException.js';

/** What was written on the command line. */
interface CommandLine {
  readonly name?: string;
  readonly provider: string;
  readonly mcp: boolean;
  readonly install: boolean;
}

/** Ends with another code than 0 by setting `process.exitCode`. */
export function createProgram(): Command {
  const names = MODEL_PROVIDERS.map(({ name }) => name);
  return new Command('create-toolwright')
    .description('Makes a project with a tool of its own that answers at once, offline.')
    .argument('[directory]', 'where, such as my-project; asked for on a terminal if it is missing')
    .addOption(new Option('--provider <name>', 'the model that answers').choices(names).default('offline'))
    .option('--mcp', 'offer the tools to clients of the Model Context Protocol, too', false)
    .option('--name <name>', 'the name of the package, if it shall not be that of the folder')
    .option('--no-install', 'leave npm install to you')
    .action(create);
}

async function create(directory: string | undefined, commandLine: CommandLine): Promise<void> {
  let chosen = { directory, provider: commandLine.provider, mcp: commandLine.mcp };
  if (directory === undefined && process.stdin.isTTY && process.stdout.isTTY) {
    const answers = await askForProject(commandLine, (path) => problemWithName(path, commandLine.name));
    if (answers === null) {
      process.exitCode = 1;
      return;
    }
    chosen = answers;
  }
  if (chosen.directory === undefined) {
    throw new ProjectException('Say where the project shall be made: npm create toolwright my-project');
  }
  const folder = resolve(chosen.directory);
  const name = checkPackageName(folder, commandLine.name);
  await createProject({ folder, name, provider: modelProvider(chosen.provider), mcp: chosen.mcp });
  const installed = commandLine.install && (await installDependencies(folder));
  tell(folder, installed);
  if (commandLine.install && !installed) {
    console.error(colors.red('npm install failed; the project is complete without it. Run it again in the folder.'));
    process.exitCode = 1;
  }
}

/** Why no package can be called like its folder, in one line, so that it can be asked for again at once. */
function problemWithName(directory: string, name: string | undefined): string | undefined {
  try {
    checkPackageName(resolve(directory), name);
    return undefined;
  } catch (error) {
    if (error instanceof ProjectException) {
      return error.message
        .replace(/:\n {2}- /, ': ')
        .replace(/\n {2}- /g, '; ')
        .replaceAll('\n', '. ');
    }
    throw error;
  }
}

function tell(folder: string, installed: boolean): void {
  const path = relative(process.cwd(), folder);
  const steps = [
    ...(path === '' ? [] : [`cd ${path.startsWith('..') ? folder : path}`]),
    ...(installed ? [] : ['npm install']),
    'npm start -- "How many pieces of article bolt are in stock?"',
    'npm test',
  ];
  console.log(`\n${colors.green('Made')} ${folder}\n\n${steps.map((step) => `  ${colors.cyan(step)}`).join('\n')}\n`);
}
