import { once } from 'node:events';
import type { RunningApplication } from '../application/openApplication.js';
import { UsageException } from '../application/UsageException.js';
import type { AddCommand, ApplicationCommandOptions } from './CommandContext.js';
import { port } from './port.js';

type AutoConfigurations = typeof import('@toolwright/autoconfigure');

interface StudioOptions extends ApplicationCommandOptions {
  readonly port?: number;
  readonly content?: true;
}

/** `toolwright studio`: runs an application with its studio open, until a signal ends it. */
export const addStudioCommand: AddCommand = (program, { terminal, runApplication }) => {
  program
    .command('studio')
    .description('run the application with its studio open: a local page that shows its turns, tools and configuration')
    .argument('[application]', 'the application, as path#Export, or the folder of its package.json')
    .option('--app <path>', 'the same')
    .option('--config <folder>', 'the folder that holds its configuration files (default: the working directory)')
    .option('--port <port>', 'the port of the studio; 0 for any free one (default: what the application says)', port)
    .option('--content', 'show texts, arguments and results from the start')
    .action(async (application: string | undefined, options: StudioOptions) => {
      const app = application ?? options.app;
      const running = await runApplication({ ...options, ...(app !== undefined && { app }) }, [
        '--studio.enabled=true',
        ...(options.port === undefined ? [] : [`--studio.port=${options.port}`]),
        ...(options.content ? ['--studio.include-content=true'] : []),
      ]);
      try {
        const url = await studioUrl(running);
        terminal.out(`The studio is open at ${url}\nCtrl-C ends it.\n`);
        // The studio keeps the process alive; the container closes it at a signal.
        await once(process, 'beforeExit');
      } finally {
        await running.context.close();
      }
    });
};

async function studioUrl({ context, packages }: RunningApplication): Promise<string> {
  if ((await packages.load('@toolwright/studio')) === undefined) {
    throw new UsageException('The application has no studio. Install it: npm install @toolwright/studio');
  }
  const found = await packages.load<AutoConfigurations>('@toolwright/autoconfigure');
  if (!found || !context.containsBean(found.StudioRunner)) {
    throw new UsageException(
      'The application has not opened its studio; toolwright conditions StudioAutoConfiguration says why.',
    );
  }
  return (await context.getAsync(found.StudioRunner)).url;
}
