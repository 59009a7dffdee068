import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body. */
  readonly body: Record<string, unknown>;
}

/** What the server answers to one request. */
export interface WireReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, or pieces of it that are written one after the other. */
  readonly body: string | readonly string[];
  /** What happens behind the body: the connection breaks, or it stays open without another byte. Default: it ends. */
  readonly then?: 'break' | 'hang';
}

/** A provider on a port of the loopback interface that answers with prepared replies, in the order of the requests. */
export class ProviderServer {
  readonly requests: ReceivedRequest[] = [];
  /** Requests whose connection the client closed before the answer was complete. */
  abandoned = 0;
  readonly #server: Server;
  readonly #replies: WireReply[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        this.requests.push({
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          body: JSON.parse(text) as Record<string, unknown>,
        });
        response.on('close', () => {
          if (!response.writableFinished) this.abandoned++;
        });
        reply(response, this.#replies.shift() ?? { status: 500, body: '{"error":{"message":"no reply is left"}}' });
      });
    });
  }

  static async start(): Promise<ProviderServer> {
    const server = new ProviderServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets the requests so far and answers the next ones with these replies. */
  answer(...replies: readonly WireReply[]): void {
    this.requests.length = 0;
    this.abandoned = 0;
    this.#replies.splice(0, this.#replies.length, ...replies);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function reply(response: ServerResponse, { status = 200, headers, body, then }: WireReply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  for (const piece of typeof body === 'string' ? [body] : body) response.write(piece);
  if (then === 'break') setImmediate(() => response.destroy());
  else if (then === undefined) response.end();
}

/** Like `fetch`, but the body of the answer arrives byte by byte: no event, number or character is ever whole. */
export const fetchBytewise: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const bytewise = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        for (let index = 0; index < chunk.length; index++) controller.enqueue(chunk.slice(index, index + 1));
      },
    }),
  );
  return new Response(bytewise ?? null, { status: response.status, headers: response.headers });
};

/** Server-sent events with these data, each with the name that is its `type` if `named`. */
export function sse(events: readonly (object | string)[], named = false): readonly string[] {
  return events.map((event) => {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    const name = named ? `event: ${(event as { type: string }).type}\n` : '';
    return `${name}data: ${data}\n\n`;
  });
}
