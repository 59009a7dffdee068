import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folder, node22, root } from './paths.mjs';
import { inLanes, run, serve } from './processes.mjs';

const inspector = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const app = join(root, 'apps/mcp-server');

/** Milliseconds; the default is too short for a machine that does much else. */
const CONNECT_TIMEOUT = '120000';

const ARTICLE = { type: 'string', description: 'Name of the article' };
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** What the Inspector is asked to do with the pantry of apps/mcp-server, and what it has to print. */
const CALLS = [
  {
    args: ['--method', 'tools/list', '--strict'],
    prints: {
      tools: [
        {
          name: 'stock',
          title: 'stock',
          description: 'How many pieces of an article are in the pantry',
          inputSchema: {
            type: 'object',
            properties: { article: { type: 'string', description: 'Name of the article, such as eggs' } },
            required: ['article'],
            $schema: DIALECT,
            additionalProperties: false,
          },
          outputSchema: {
            type: 'object',
            properties: { article: { type: 'string' }, pieces: { type: 'integer' } },
            required: ['article', 'pieces'],
            $schema: DIALECT,
          },
          annotations: { readOnlyHint: true, destructiveHint: true, idempotentHint: false, openWorldHint: false },
        },
        {
          name: 'take',
          title: 'take',
          description: 'Takes pieces of an article out of the pantry',
          inputSchema: {
            type: 'object',
            properties: { article: ARTICLE, pieces: { type: 'number', description: 'How many pieces' } },
            required: ['article', 'pieces'],
            $schema: DIALECT,
            additionalProperties: false,
          },
          annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
        },
      ],
    },
  },
  {
    args: ['--method', 'tools/call', '--tool-name', 'stock', '--tool-arg', 'article=eggs'],
    prints: {
      content: [{ type: 'text', text: '{"article":"eggs","pieces":6}' }],
      structuredContent: { article: 'eggs', pieces: 6 },
    },
  },
  {
    args: ['--method', 'tools/call', '--tool-name', 'take', '--tool-arg', 'article=eggs', 'pieces=2'],
    prints: { content: [{ type: 'text', text: '4 eggs left' }] },
  },
  {
    args: ['--method', 'tools/call', '--tool-name', 'take', '--tool-arg', 'article=milk', 'pieces=9'],
    prints: { content: [{ type: 'text', text: 'There are only 1 milk' }], isError: true },
    code: 5,
  },
  {
    args: ['--method', 'resources/list'],
    prints: { resources: [{ name: 'articles', uri: 'pantry://articles', mimeType: 'application/json' }] },
  },
  { args: ['--method', 'resources/templates/list'], prints: { resourceTemplates: [] } },
  {
    args: ['--method', 'resources/read', '--uri', 'pantry://articles'],
    prints: {
      contents: [{ uri: 'pantry://articles', mimeType: 'application/json', text: '["eggs","flour","milk"]' }],
    },
  },
  {
    args: ['--method', 'prompts/list'],
    prints: {
      prompts: [
        {
          name: 'recipe',
          description: 'Asks for a recipe with an article',
          arguments: [{ name: 'article', description: 'Parameter of type String', required: true }],
        },
      ],
    },
  },
  {
    args: ['--method', 'prompts/get', '--prompt-name', 'recipe', '--prompt-args', 'article=eggs'],
    prints: {
      description: 'Asks for a recipe with an article',
      messages: [
        {
          role: 'assistant',
          content: { type: 'text', text: 'Suggest a recipe with eggs; look at the pantry first.' },
        },
      ],
    },
  },
];

/** The command line of the MCP Inspector with our server, over both transports. @returns what is wrong */
export async function runInspector() {
  const server = await serve([join(root, 'packages/cli/dist/main.js'), 'mcp', 'serve', '--http', '--port', '0'], {
    cwd: app,
  });
  const home = mkdtempSync(join(tmpdir(), 'mcp-inspector-'));
  try {
    const stdio = [process.execPath, join(app, 'dist/main.js'), '--mcp.server.stdio=true'];
    const transports = [
      ['standard streams', stdio],
      ['Streamable HTTP', [server.url]],
    ];
    const problems = await inLanes(
      transports.length,
      transports.map(([name, target]) => async () => {
        const wrong = [];
        for (const call of CALLS) wrong.push(...(await inspect(name, target, call, home)));
        console.log(
          `Inspector over ${name}: ${CALLS.length - wrong.length} of ${CALLS.length} calls answered as expected`,
        );
        return wrong;
      }),
    );
    return problems.flat();
  } finally {
    rmSync(home, { recursive: true, force: true });
    await server.stop();
  }
}

async function inspect(transport, target, { args, prints, code = 0 }, home) {
  // Its settings of the user who runs this are not read, and not written.
  const env = { PATH: process.env.PATH ?? '', HOME: home };
  const output = await run(node22, [inspector, '--cli', '--connect-timeout', CONNECT_TIMEOUT, ...target, ...args], {
    cwd: home,
    env,
  });
  try {
    deepStrictEqual(JSON.parse(output.stdout), prints);
    deepStrictEqual(output.code, code);
    return [];
  } catch (error) {
    return [`Inspector over ${transport}, ${args.join(' ')}: ${error.message}\n${output.text}`];
  }
}
