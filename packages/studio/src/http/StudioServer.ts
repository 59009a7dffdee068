import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { errorTypeOf, IllegalStateException, isLoopback, LoggerFactory } from '@toolwright/core';
import { applicationRoutes } from '../api/applicationRoutes.js';
import { toolRoutes } from '../api/toolRoutes.js';
import { turnRoutes } from '../api/turnRoutes.js';
import type { Studio } from '../Studio.js';
import { sendJson, setSecurityHeaders } from './headers.js';
import { readJson } from './readJson.js';
import { invalid, notFound, RequestProblem } from './RequestProblem.js';
import { decode, matchPath, type Route } from './Route.js';
import { lastEventIdOf, serveEvents } from './serveEvents.js';
import { servePage } from './servePage.js';
import { StudioAccess } from './StudioAccess.js';

const logger = LoggerFactory.getLogger('toolwright.studio');

/** Where the page was built to, below the compiled files of this package. */
const PAGE = fileURLToPath(new URL('../ui', import.meta.url));

/** Where a studio listens. */
export interface StudioServerOptions {
  /** An address of this machine that others cannot reach; default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** What the page must know, at least 16 characters; default random. */
  readonly token?: string | undefined;
  /** The folder of the built page; default that of this package. */
  readonly page?: string;
}

/** Serves a studio's page and its data on this machine, to whoever has the token. */
export class StudioServer {
  readonly #studio: Studio;
  readonly #host: string;
  readonly #port: number;
  readonly #page: string;
  readonly #access: StudioAccess;
  readonly #routes: readonly Route[];
  /** Ends what runs for pages. */
  readonly #closing = new AbortController();
  #http: Server | undefined;

  /**
   * @throws {IllegalStateException} if the host could be reached from other machines
   * @throws {IllegalArgumentException} if the token is too short
   */
  constructor(studio: Studio, { host = '127.0.0.1', port = 0, token, page = PAGE }: StudioServerOptions = {}) {
    if (!isLoopback(host)) {
      throw new IllegalStateException(
        `studio.host=${host} could be reached from other machines. The studio shows what users and tools say, and runs ` +
          'tools: it listens on this machine only, such as at 127.0.0.1. To see it from elsewhere, forward the port ' +
          `through SSH: ssh -L ${port || 'port'}:127.0.0.1:${port || 'port'} this-machine`,
      );
    }
    this.#studio = studio;
    this.#host = host;
    this.#port = port;
    this.#page = page;
    this.#access = new StudioAccess(token);
    const { signal } = this.#closing;
    this.#routes = [
      ...applicationRoutes(studio, signal),
      ...turnRoutes(studio, signal),
      ...toolRoutes(studio, signal),
      {
        method: 'GET',
        path: '/api/events',
        handle: ({ request, response, query }) => {
          serveEvents(studio.log, lastEventIdOf(request, query), response);
          const { waiting } = studio;
          if (waiting) response.once('close', waiting.watch());
          return null;
        },
      },
    ];
  }

  /** The address of the server, without the token; it must listen. */
  get origin(): string {
    const address = this.#http?.address() as AddressInfo | null | undefined;
    if (!address) throw new IllegalStateException('The studio does not listen.');
    return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
  }

  /**
   * The address for a browser. The token stands behind `#`, so that it is sent to nobody and stands in no log of requests.
   */
  get url(): string {
    return `${this.origin}/#token=${encodeURIComponent(this.#access.token)}`;
  }

  /** The token, for clients that are no browsers: `Authorization: Bearer <token>`. */
  get token(): string {
    return this.#access.token;
  }

  async listen(): Promise<this> {
    const http = createServer((request, response) => void this.#handle(request, response));
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(this.#port, this.#host, resolve);
    });
    this.#http = http;
    return this;
  }

  /** Stops listening, and ends all connections and everything that pages have started. */
  async close(): Promise<void> {
    const http = this.#http;
    this.#http = undefined;
    if (!http) return;
    this.#closing.abort(new DOMException('The studio was closed.', 'AbortError'));
    const closed = new Promise((resolve) => http.close(resolve));
    http.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setSecurityHeaders(response);
    try {
      this.#access.requireOwn(request);
      const [rawPath = '/', search = ''] = (request.url ?? '/').split('?', 2);
      if (rawPath === '/api' || rawPath.startsWith('/api/')) await this.#handleApi(request, response, rawPath, search);
      else if (request.method !== 'GET') throw new RequestProblem(405, 'METHOD_NOT_ALLOWED', 'Only GET is allowed.');
      else await servePage(this.#page, requirePath(rawPath), response);
    } catch (error) {
      this.#refuse(request, response, error);
    }
  }

  async #handleApi(request: IncomingMessage, response: ServerResponse, path: string, search: string): Promise<void> {
    if (path === '/api/session' && request.method === 'POST') {
      this.#access.requireToken(request);
      response.setHeader('set-cookie', this.#access.startSession(request));
      sendJson(response, 200, { application: this.#studio.application.name });
      return;
    }
    this.#access.requireAuthorized(request);
    let pathExists = false;
    for (const route of this.#routes) {
      const params = matchPath(route, path);
      if (!params) continue;
      pathExists = true;
      if (route.method !== request.method) continue;
      const query = new URLSearchParams(search);
      const result = await route.handle({ request, response, query, params, body: () => readJson(request) });
      if (result) sendJson(response, result.status, result.body);
      return;
    }
    if (pathExists) throw new RequestProblem(405, 'METHOD_NOT_ALLOWED', `${request.method} is not allowed here.`);
    throw notFound('There is nothing at this address.');
  }

  #refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (response.headersSent) {
      // A page that goes away while a file is sent is no failure.
      if (!response.writableEnded) response.destroy();
      return;
    }
    // What was not read would be taken for the next request.
    if (!request.complete) response.setHeader('connection', 'close');
    if (error instanceof RequestProblem) {
      const { status, code, message } = error;
      sendJson(response, status, { code, message });
      return;
    }
    logger.error(`A request to the studio failed: ${errorTypeOf(error)}`, { err: error });
    sendJson(response, 500, { code: 'INTERNAL_ERROR', message: 'The request failed; the log says why.' });
  }
}

function requirePath(rawPath: string): string {
  const path = decode(rawPath);
  if (path === null) throw invalid('The path is not encoded as it must be.');
  return path;
}
