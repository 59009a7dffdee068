import { once } from 'node:events';
import type { ProtocolOutput } from '@toolwright/mcp';
import { runWithOutputApart, takeOutputDescriptor } from '../output/runWithOutputApart.js';
import type { AddCommand, ApplicationCommandOptions } from './CommandContext.js';
import { ExitException } from './ExitException.js';
import { port } from './port.js';

interface ServeOptions extends ApplicationCommandOptions {
  readonly http?: true;
  readonly port?: number;
}

/** `toolwright mcp serve`: runs an application as an MCP server, until its client goes or a signal ends it. */
export const addMcpCommand: AddCommand = (program, { args, runApplication }) => {
  program
    .command('mcp')
    .description('the application as a server of the Model Context Protocol')
    .command('serve')
    .description('run the application as an MCP server over the standard streams, or over HTTP')
    .option('--app <path>', 'the application, as path#Export, or the folder of its package.json')
    .option('--config <folder>', 'the folder that holds its configuration files (default: the working directory)')
    .option('--http', 'serve over Streamable HTTP, on this machine unless the application says otherwise')
    .option('--port <port>', 'the port of --http; 0 for any free one (default: what the application says)', port)
    .action(async (options: ServeOptions) => {
      const http = options.http === true || options.port !== undefined;
      const descriptor = takeOutputDescriptor();
      if (!http && descriptor === undefined) throw new ExitException(await runWithOutputApart(args));
      let output: ProtocolOutput | undefined;
      const { context } = await runApplication(
        options,
        [
          '--mcp.server.enabled=true',
          `--mcp.server.stdio=${!http}`,
          ...(options.port === undefined ? [] : [`--mcp.server.port=${options.port}`]),
        ],
        async (packages) => {
          if (http) return;
          const mcp = await packages.load<typeof import('@toolwright/mcp')>('@toolwright/mcp');
          output = mcp?.ProtocolOutput.claim(descriptor);
        },
      );
      // Over HTTP the server keeps the process alive; otherwise it has nobody to serve when the input has ended.
      const idle = once(process, 'beforeExit');
      await (http ? idle : Promise.race([idle, once(process.stdin, 'end')]));
      await context.close();
      // Only what was written is through when the process exits.
      await new Promise<void>((resolve) => (output ? output.stream.write('', () => resolve()) : resolve()));
    });
};
