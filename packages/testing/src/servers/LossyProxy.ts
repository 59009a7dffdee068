import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { TestServer } from './TestServer.js';

/** A way to a server on which the connection can be made to break when the server has done its work and answers. */
export class LossyProxy {
  /** As that of the server, with the port of the proxy. */
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #text: string | undefined;
  #isLast = false;
  #lost = 0;

  private constructor(url: string, server: Server) {
    this.url = url;
    this.#server = server;
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(target: TestServer): Promise<LossyProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(target.url);
    url.port = String((server.address() as AddressInfo).port);
    const proxy = new LossyProxy(url.href, server);
    server.on('connection', (client) => {
      proxy.#join(client, connect(target.port, '127.0.0.1'));
    });
    return proxy;
  }

  /** How many answers were lost. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Breaks the connection in place of the answer to the next request that contains the text.
   *
   * @param last whether the server cannot be reached any more from then on
   */
  loseAnswerTo(text: string, last = false): void {
    this.#text = text;
    this.#isLast = last;
  }

  /** Breaks all connections. The server goes on with what it has begun. */
  breakConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Breaks all connections and takes no new ones. */
  async close(): Promise<void> {
    this.breakConnections();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    let loses = false;
    const end = (): void => {
      for (const socket of [client, server]) {
        socket.destroy();
        this.#sockets.delete(socket);
      }
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('close', end).on('error', end);
    }
    client.on('data', (request) => {
      if (this.#text !== undefined && request.includes(this.#text)) {
        this.#text = undefined;
        loses = true;
      }
      server.write(request);
    });
    server.on('data', (answer) => {
      if (!loses) return void client.write(answer);
      this.#lost++;
      if (this.#isLast) this.#server.close();
      end();
    });
  }
}
