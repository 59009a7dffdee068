import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends messages over HTTP as they are, over connections that stay open. */
export class RawHttpClient {
  readonly #agent: Agent;

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>> = {},
    localAddress?: string,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: 16, ...(localAddress !== undefined && { localAddress }) });
  }

  /** Opens a session. @returns a client of it */
  async initialize(): Promise<RawHttpClient> {
    const { headers } = await this.post(INITIALIZE);
    return new RawHttpClient(this.url, { ...this.headers, 'mcp-session-id': String(headers['mcp-session-id']) });
  }

  post(message: unknown): Promise<RawAnswer> {
    return this.send('POST', typeof message === 'string' ? message : JSON.stringify(message));
  }

  send(method: string, body = ''): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request(this.url, {
        agent: this.#agent,
        method,
        headers: {
          ...(body !== '' && { 'content-type': 'application/json' }),
          accept: 'application/json, text/event-stream',
          ...this.headers,
        },
      });
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
