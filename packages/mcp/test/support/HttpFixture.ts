import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { fixtureServer } from './fixtureServer.js';

/** A server over Streamable HTTP on loopback, which can be killed and started again on its port. */
export class HttpFixture {
  readonly seen: { readonly method: string; readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
  readonly #sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  readonly #sockets = new Set<Socket>();
  #server: HttpServer | undefined;
  #port = 0;
  #crashed = false;

  static async start(): Promise<HttpFixture> {
    const fixture = new HttpFixture();
    await fixture.listen();
    return fixture;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#handle(request, response));
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Ends as a process that is killed: nobody is told, and all sessions are forgotten. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#sessions.clear();
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Forgets the sessions, as after an idle time. */
  forgetSessions(): void {
    this.#sessions.clear();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    const id = request.headers['mcp-session-id'];
    let transport = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (id !== undefined && !transport) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}');
      return;
    }
    if (!transport) {
      const created = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (session) => void this.#sessions.set(session, created),
        onsessionclosed: (session) => void this.#sessions.delete(session),
      });
      const effects = { crash: () => void this.kill(), crashOnce: () => this.#crashOnce() };
      await fixtureServer(effects).connect(created);
      transport = created;
    }
    await transport.handleRequest(request, response);
  }

  /** The first time the server is killed and started again at once. */
  #crashOnce(): boolean {
    if (this.#crashed) return false;
    this.#crashed = true;
    void this.kill().then(() => this.listen());
    return true;
  }
}
