import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpClient, streamableHttpTransport } from '@toolwright/mcp';

let server: Server | undefined;
let client: McpClient | undefined;

afterEach(async () => {
  await client?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string };
  readonly result?: unknown;
}

/**
 * A server that asks the user during a call, by the stream of what it sends by itself, and throws the question away if
 * nobody listens there. It takes its time to open that stream.
 *
 * @returns its address, and what it got
 */
async function start(delay: number | 'never' | 'unsupported'): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  let listener: ServerResponse | undefined;
  let call: { readonly response: ServerResponse; readonly id: number | undefined } | undefined;
  const json = (response: ServerResponse, message: object): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one' });
    response.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      seen.push(request.method ?? '');
      if (request.method === 'GET' && typeof delay === 'number') {
        setTimeout(() => {
          listener = response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.flushHeaders();
        }, delay);
      } else if (delay !== 'never' || request.method !== 'GET') response.writeHead(405).end();
      return;
    }
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { id, method, params, result } = JSON.parse(text) as Message;
    seen.push(method ?? 'answer');
    if (method === 'initialize') {
      const { protocolVersion } = params ?? {};
      json(response, {
        id,
        result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
      });
    } else if (method === 'tools/call') {
      if (!listener) return json(response, { id, result: { content: [{ type: 'text', text: 'nobody listens' }] } });
      call = { response, id };
      const question = {
        id: 7,
        method: 'elicitation/create',
        params: { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } },
      };
      listener.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...question })}\n\n`);
    } else {
      response.writeHead(202).end();
      if (method === undefined && call)
        json(call.response, { id: call.id, result: { content: [{ type: 'text', text: JSON.stringify(result) }] } });
    }
  };
  const created = createServer((request, response) => void answer(request, response));
  server = created;
  await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(created.address() as AddressInfo).port}`, seen };
}

async function call(url: string): Promise<string> {
  client = McpClient.builder('s')
    .transport(streamableHttpTransport('s', { url }))
    .elicitation(() => ({ action: 'accept', structuredContent: {} }))
    .build();
  const { content } = await client.callTool({ name: 'ask', arguments: {} });
  return (content[0] as { text: string }).text;
}

describe('a client that the server may ask', () => {
  it('calls nothing before it listens', async () => {
    const { url, seen } = await start(150);
    expect(await call(url)).toBe('{"action":"accept","content":{}}');
    expect(seen).toEqual(['initialize', 'notifications/initialized', 'GET', 'tools/call', 'answer']);
  });

  it('does not wait for a stream that the server does not have', async () => {
    const { url } = await start('unsupported');
    expect(await call(url)).toBe('nobody listens');
  });

  it('waits a second at most for a stream that does not open', async () => {
    const { url } = await start('never');
    const begin = performance.now();
    expect(await call(url)).toBe('nobody listens');
    expect(performance.now() - begin).toBeGreaterThanOrEqual(990);
  });
});
