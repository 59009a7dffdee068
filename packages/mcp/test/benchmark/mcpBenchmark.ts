import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { McpClient, McpToolCallbackProvider, stdioTransport, streamableHttpTransport } from '@toolwright/mcp';

/**
 * `npm run bench:mcp`: calls per second of a tool that adds two numbers, 16 at a time, with our client and server and with
 * those that are written by hand on the SDK, in every combination. Servers are processes of their own. Subjects take turns, so
 * that all suffer alike from other load on the machine.
 */
const [WARM_UP, BATCHES, CALLS, CONCURRENCY] = [500, 7, 300, 16];
const KINDS = ['stdio', 'http', 'stateless'] as const;
type Kind = (typeof KINDS)[number];

interface Caller {
  call(left: number, right: number): Promise<string>;
  close(): Promise<void>;
}

const children: ChildProcess[] = [];

function script(server: string): string {
  return fileURLToPath(new URL(`${server}.js`, import.meta.url));
}

/** Starts a server over HTTP. @returns its address */
async function start(server: string, kind: Kind): Promise<string> {
  const child = spawn(process.execPath, [script(server), kind], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  for await (const line of createInterface({ input: child.stderr })) if (line.startsWith('http')) return line;
  throw new Error(`${server} did not start`);
}

async function bySdk(server: string, kind: Kind): Promise<Caller> {
  const client = new Client({ name: 'benchmark', version: '1.0.0' });
  await client.connect(
    kind === 'stdio'
      ? new StdioClientTransport({ command: process.execPath, args: [script(server), kind] })
      : new StreamableHTTPClientTransport(new URL(await start(server, kind))),
  );
  return {
    call: async (left, right) => {
      const { content } = await client.callTool({ name: 'add', arguments: { left, right } });
      const [item] = content as { text: string }[];
      return item?.text ?? '';
    },
    close: () => client.close(),
  };
}

/** Plain requests to a server without sessions, so that the client costs next to nothing: what the server alone can do. */
async function byHttp(server: string): Promise<Caller> {
  const url = await start(server, 'stateless');
  const agent = new Agent({ keepAlive: true });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const post = (body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent, headers }, (response) => {
        text(response).then(resolve, reject);
      });
      sent.once('error', reject);
      sent.end(body);
    });
  return {
    call: async (left, right) => {
      const params = { name: 'add', arguments: { left, right } };
      const answer = await post(JSON.stringify({ jsonrpc: '2.0', id: left, method: 'tools/call', params }));
      return /"text":"([^"]*)"/.exec(answer)?.[1] ?? answer;
    },
    close: async () => agent.destroy(),
  };
}

async function byOwn(server: string, kind: Kind): Promise<Caller> {
  const client = McpClient.builder('benchmark')
    .transport(
      kind === 'stdio'
        ? stdioTransport('benchmark', { command: process.execPath, args: [script(server), kind] })
        : streamableHttpTransport('benchmark', { url: new URL(await start(server, kind)).origin }),
    )
    .build();
  const [add] = await McpToolCallbackProvider.builder().addMcpClient(client).build().toolCallbacks();
  if (!add) throw new Error(`${server} has no tool`);
  return {
    call: async (left, right) => {
      const [item] = JSON.parse(await add.call(JSON.stringify({ left, right }))) as { text: string }[];
      return item?.text ?? '';
    },
    close: () => client.close(),
  };
}

async function run({ call }: Caller, calls: number): Promise<void> {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < calls) {
      const number = next;
      next += 1;
      const sum = await call(number, 1);
      if (sum !== String(number + 1)) throw new Error(`${number} + 1 is not ${sum}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, caller));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measure(kind: Kind): Promise<void> {
  const subjects = [
    { client: 'SDK', server: 'SDK', caller: await bySdk('handWrittenServer', kind) },
    { client: 'SDK', server: 'own', caller: await bySdk('ownServer', kind) },
    { client: 'own', server: 'SDK', caller: await byOwn('handWrittenServer', kind) },
    { client: 'own', server: 'own', caller: await byOwn('ownServer', kind) },
    ...(kind === 'stateless'
      ? [
          { client: 'no', server: 'SDK', caller: await byHttp('handWrittenServer') },
          { client: 'no', server: 'own', caller: await byHttp('ownServer') },
        ]
      : []),
  ].map((subject) => ({ ...subject, seconds: [] as number[] }));
  for (const { caller } of subjects) await run(caller, WARM_UP);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    for (const { caller, seconds } of subjects) {
      const begin = performance.now();
      await run(caller, CALLS);
      seconds.push((performance.now() - begin) / 1000);
    }
  }
  const base = median(subjects[0]?.seconds ?? []);
  for (const { client, server, seconds, caller } of subjects) {
    const time = median(seconds);
    const rate = Math.round(CALLS / time).toLocaleString('en');
    process.stdout.write(
      `${kind.padEnd(10)} ${client.padEnd(3)} client, ${server} server ${rate.padStart(8)} calls/s, ${(time / base).toFixed(2)} times as long\n`,
    );
    await caller.close();
  }
}

const wanted = process.argv.slice(2);
process.stdout.write(`Calls of one tool, ${CONCURRENCY} at a time (median of ${BATCHES} batches of ${CALLS})\n`);
try {
  for (const kind of KINDS) if (wanted.length === 0 || wanted.includes(kind)) await measure(kind);
} finally {
  for (const child of children) child.kill();
}
