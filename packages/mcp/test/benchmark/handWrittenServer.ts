/* eslint-disable @typescript-eslint/no-deprecated -- what a server without a framework is written with */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

// The server that our own is compared with: nothing but the SDK.
// node handWrittenServer.js stdio|http|stateless

const TOOLS = [
  {
    name: 'add',
    description: 'Adds two numbers',
    inputSchema: {
      type: 'object' as const,
      properties: { left: { type: 'number' }, right: { type: 'number' } },
      required: ['left', 'right'],
    },
  },
];

function sdkServer(): Server {
  const server = new Server({ name: 'hand-written', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS }));
  server.setRequestHandler('tools/call', ({ params }) => {
    if (params.name !== 'add') throw new Error(`Unknown tool: ${params.name}`);
    const { left, right } = params.arguments as { left: number; right: number };
    return { content: [{ type: 'text', text: String(left + right) }] };
  });
  return server;
}

const sessions = new Map<string, NodeStreamableHTTPServerTransport>();

async function inSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const known = sessions.get(String(request.headers['mcp-session-id']));
  if (known) return known.handleRequest(request, response);
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await sdkServer().connect(transport);
  return transport.handleRequest(request, response);
}

async function once(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  const transport = new NodeStreamableHTTPServerTransport({});
  const server = sdkServer();
  await server.connect(transport);
  response.once('close', () => void server.close());
  await transport.handleRequest(request, response);
}

const [, , kind] = process.argv;
if (kind === 'stdio') await sdkServer().connect(new StdioServerTransport());
else {
  const handle = kind === 'stateless' ? once : inSession;
  const http = createServer((request, response) => void handle(request, response));
  http.listen(0, '127.0.0.1', () => {
    process.stderr.write(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp\n`);
  });
}
