import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isToolwrightException } from '@toolwright/core';
import {
  McpAuthorizationHandler,
  McpClient,
  McpClientHandlerRegistry,
  McpLogging,
  McpToolCallbackProvider,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { AuthorizationFixture } from './support/AuthorizationFixture.js';
import { ScriptedMcpServer, tool } from './support/ScriptedMcpServer.js';

const page = join(process.cwd(), 'docs/errors.md');
const PART = '\n## MCP\n';

const INTRODUCTION = `
What goes wrong in a call is told to the model as the result of the tool; what goes wrong before it reaches the caller. The
exceptions of a connection have its name as \`connectionName\`.
`;

interface Scenario {
  readonly title: string;
  readonly about: string;
  /** What to do about it. */
  readonly action: string;
  readonly code: string;
  readonly fail: () => Promise<unknown>;
}

class Misplaced {
  @McpLogging({ clients: 'shop' })
  log(_message: object): void {}
}

/** Calls the tool `find` of a server that answers so. */
async function callTool(server: ScriptedMcpServer): Promise<unknown> {
  server.tools = [tool('find')];
  const client = server.client('shop').requestTimeout(50).build();
  try {
    const [find] = await McpToolCallbackProvider.builder().addMcpClient(client).build().toolCallbacks();
    return await find?.call('{}');
  } finally {
    await client.close();
  }
}

const SCENARIOS: readonly Scenario[] = [
  {
    title: 'A connection cannot be opened',
    about: 'The server is not there, does not answer in time, or refuses the client.',
    action:
      'Check the command or the URL of the connection. `mcp.client.fail-fast=false` starts the application without it, and tries again at the first use.',
    code: 'MCP_CONNECTION',
    fail: async () => {
      const server = new ScriptedMcpServer().on('initialize', () => {
        throw new Error('The shop is closed');
      });
      const client = server.client('shop').build();
      return client.initialize().finally(() => client.close());
    },
  },
  {
    title: 'A connection is not authorized',
    about:
      'The server wants a token, and none could be had: it is the cause of the exception of the connection or call.',
    action:
      'Check what the authorization server knows of the client, and the `auth.*` settings of the connection. A user who did not consent is asked again at the next use.',
    code: 'MCP_AUTHORIZATION',
    fail: async () => {
      const fixture = await AuthorizationFixture.start();
      const handler = McpAuthorizationHandler.of(
        ({ redirectUrl, state }) => `${redirectUrl.href}?error=access_denied&state=${state}`,
      );
      const authorization = { grant: 'authorization-code' as const, handler };
      const client = McpClient.builder('shop')
        .transport(streamableHttpTransport('shop', { url: fixture.url, authorization }))
        .build();
      return client.initialize().finally(() => Promise.all([client.close(), fixture.close()]));
    },
  },
  {
    title: 'A server lists its tools without end',
    about: 'Its pages repeat, or it has more pages or tools than a client reads.',
    action: 'Mend the server. `mcp.client.toolcallback.on-list-error=skip` goes on with the tools of the others.',
    code: 'MCP_TOOL_LISTING',
    fail: () =>
      callTool(new ScriptedMcpServer().on('tools/list', () => ({ tools: [tool('find')], nextCursor: 'again' }))),
  },
  {
    title: 'A request gets no answer',
    about: 'Time ran out, or the connection broke. The server may have done what it was asked for.',
    action: 'Raise `mcp.client.request-timeout` for tools that take long.',
    code: 'MCP_TRANSPORT',
    fail: () => callTool(new ScriptedMcpServer().on('tools/call', () => new Promise(() => undefined))),
  },
  {
    title: 'A tool reports an error',
    about: 'The server ran the tool, which failed. `result` of the exception has all that the server answered.',
    action: 'Nothing: the model reads the message and may try something else.',
    code: 'MCP_TOOL_ERROR',
    fail: () =>
      callTool(
        new ScriptedMcpServer().on('tools/call', () => ({
          isError: true,
          content: [{ type: 'text', text: 'No such article' }],
        })),
      ),
  },
  {
    title: 'A method cannot be a handler',
    about:
      'It takes other parameters than its decorator gives, names a connection that does not exist, or is one too many.',
    action: 'Change the method or the `clients` of its decorator.',
    code: 'INVALID_MCP_HANDLER',
    fail: async () => McpClientHandlerRegistry.of(new Misplaced()).check(['files', 'web']),
  },
];

/** The exception of the framework that explains a failure: the first with this code in the chain of causes. */
async function messageOf({ code, fail }: Scenario): Promise<string> {
  let current: unknown = await fail().then(
    () => undefined,
    (error: unknown) => error,
  );
  while (current instanceof Error) {
    if (isToolwrightException(current) && current.code === code) return current.message;
    current = current.cause;
  }
  throw new Error(`Nothing failed with ${code}`);
}

describe('the failures of MCP', () => {
  it('are in docs/errors.md, message by message; UPDATE_DOCS=1 writes them', async () => {
    const sections: string[] = [];
    for (const scenario of SCENARIOS) {
      const { title, about, action, code } = scenario;
      const message = await messageOf(scenario);
      sections.push(`### ${title}\n\n\`${code}\`. ${about}\n\n\`\`\`text\n${message}\n\`\`\`\n\n${action}\n`);
    }
    const text = [INTRODUCTION, ...sections].join('\n');
    const [start] = readFileSync(page, 'utf8').split(PART);
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, `${start}${PART}${text}`);
    expect(readFileSync(page, 'utf8').split(PART)[1]).toBe(text);
  });
});
