import type { Readable } from 'node:stream';
import { hasText, IllegalArgumentException, LoggerFactory } from '@toolwright/core';
import { limitedLines } from './limitedLines.js';
import type { McpTransportFactory } from './McpTransportFactory.js';
import { Redactor } from './Redactor.js';

/** Characters of a line that a server writes to standard error. */
const MAX_LINE = 8192;

/** A server that runs as a child process. */
export interface StdioServerParameters {
  /** The program. */
  readonly command: string;
  /** Default: none. */
  readonly args?: readonly string[] | undefined;
  /** Added to the few variables that every child gets, such as `PATH` and `HOME`; nothing else is inherited (MC-05). */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The folder that it runs in; default: that of this process. */
  readonly cwd?: string | undefined;
}

/**
 * Starts a server as a child process and talks to it over its standard streams. What it writes to standard error goes to
 * the logger `mcp.client.<name>` at level `info`.
 *
 * @throws {IllegalArgumentException} `stdio connection '<name>' requires a 'command' property`
 */
export function stdioTransport(name: string, parameters: StdioServerParameters): McpTransportFactory {
  const { command, args = [], env = {}, cwd } = parameters;
  if (!hasText(command)) throw new IllegalArgumentException(`stdio connection '${name}' requires a 'command' property`);
  const secrets = Object.values(env);
  const redactor = new Redactor(secrets);
  const logger = LoggerFactory.getLogger(`mcp.client.${name}`);
  return {
    kind: 'stdio',
    local: true,
    secrets,
    create: async () => {
      const { StdioClientTransport } = await import('../../sdk/clientSdk.js');
      const transport = new StdioClientTransport({
        command,
        args: [...args],
        env: { ...env },
        stderr: 'pipe',
        ...(cwd !== undefined && { cwd }),
      });
      limitedLines(transport.stderr as Readable, MAX_LINE, (line) => logger.info(redactor.redact(line)));
      return transport;
    },
  };
}
