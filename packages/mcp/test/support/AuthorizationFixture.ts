import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type McpAuthenticationFailure,
  McpAuthenticator,
  McpHttpServer,
  type McpPrincipal,
  McpServer,
  McpTool,
} from '@toolwright/mcp';

class Clock {
  @McpTool({ description: 'Tells the time.' })
  time(): string {
    return 'It is noon.';
  }
}

/** A request to the authorization server. */
export interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * An MCP server that wants tokens, and the authorization server that grants them: `access-1`, `access-2` and so on, with
 * `refresh-1` and so on. Both listen on loopback.
 */
export class AuthorizationFixture {
  /** What the authorization server was asked, in order. */
  readonly seen: Seen[] = [];
  /** What `Authorization` headers the MCP server got. */
  readonly tokens: (string | undefined)[] = [];
  /** Tokens that the MCP server accepts, with their scopes. */
  readonly granted = new Map<string, string>();
  /** The scope that the MCP server wants; none while undefined. */
  wanted: string | undefined;
  /** Replaces entries of the metadata of the resource and of the authorization server. */
  resource: Readonly<Record<string, unknown>> = {};
  metadata: Readonly<Record<string, unknown>> = {};
  /** Where requests to a path are sent instead. */
  readonly redirects = new Map<string, string>();
  /** Answers a token request in place of the fixture. */
  onToken: ((seen: Seen) => { readonly status: number; readonly body: object } | undefined) | undefined;
  /** What the challenge of a missing token says about scope. */
  challengedScope: string | undefined;
  #authorized: URLSearchParams | undefined;
  #count = 0;
  #authorizationServer: Server | undefined;
  #mcp: McpHttpServer | undefined;

  static async start(): Promise<AuthorizationFixture> {
    const fixture = new AuthorizationFixture();
    const server = createServer((request, response) => void fixture.#handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    fixture.#authorizationServer = server;
    const mcp = new McpServer({ name: 'clock' }).addObjects(new Clock());
    fixture.#mcp = await new McpHttpServer(mcp, { authenticator: new Tokens(fixture) }).listen();
    return fixture;
  }

  async close(): Promise<void> {
    await this.#mcp?.close();
    const server = this.#authorizationServer;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  /** The address of the MCP server without its endpoint. */
  get url(): string {
    return new URL(this.#mcp?.url ?? '').origin;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#authorizationServer?.address() as AddressInfo).port}`;
  }

  get lines(): readonly string[] {
    return this.seen.map(({ line }) => line);
  }

  /** The query of the last request for consent. */
  get authorized(): URLSearchParams {
    return this.#authorized ?? new URLSearchParams();
  }

  /** Consents as a browser does, and is sent back. */
  async consent(authorizationUrl: URL): Promise<string> {
    const response = await fetch(authorizationUrl, { redirect: 'manual' });
    return response.headers.get('location') ?? '';
  }

  admit(authorization: string | undefined): McpPrincipal | McpAuthenticationFailure {
    this.tokens.push(authorization);
    const resource_metadata = `${this.issuer}/resource`;
    const scopes = this.granted.get(authorization?.replace('Bearer ', '') ?? '');
    if (scopes === undefined) {
      return {
        status: 401,
        challenge: { resource_metadata, ...(this.challengedScope !== undefined && { scope: this.challengedScope }) },
      };
    }
    if (this.wanted !== undefined && !scopes.split(' ').includes(this.wanted)) {
      return { status: 403, challenge: { error: 'insufficient_scope', scope: this.wanted, resource_metadata } };
    }
    return { name: 'ada' };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.issuer);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const json = request.headers['content-type']?.includes('json') === true;
    const body = (json ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))) as Seen['body'];
    const grant = typeof body['grant_type'] === 'string' ? ` ${body['grant_type']}` : '';
    const seen = { line: `${request.method} ${url.pathname}${grant}`, headers: request.headers, body };
    this.seen.push(seen);
    const answer = (status: number, content: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content));
    };
    const location = this.redirects.get(url.pathname);
    if (location !== undefined) {
      response.writeHead(307, { location });
      response.end();
      return;
    }
    switch (url.pathname) {
      case '/moved':
      case '/resource':
        return answer(200, { resource: `${this.url}/mcp`, authorization_servers: [this.issuer], ...this.resource });
      case '/.well-known/oauth-authorization-server':
        return answer(200, {
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          registration_endpoint: `${this.issuer}/register`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          ...this.metadata,
        });
      case '/register':
        return answer(201, { ...body, client_id: 'registered', client_secret: 'registered-secret' });
      case '/authorize': {
        this.#authorized = url.searchParams;
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', 'the-code');
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        back.searchParams.set('iss', this.issuer);
        response.writeHead(302, { location: back.href });
        response.end();
        return;
      }
      case '/token': {
        const given = this.onToken?.(seen);
        return given ? answer(given.status, given.body) : answer(...this.#grant(body));
      }
      default:
        return answer(404, {});
    }
  }

  #grant(body: Seen['body']): [number, object] {
    if (body['grant_type'] === 'authorization_code') {
      const challenge = createHash('sha256').update(String(body['code_verifier'])).digest('base64url');
      const genuine = challenge === this.authorized.get('code_challenge') && body['code'] === 'the-code';
      if (!genuine) return [400, { error: 'invalid_grant' }];
    }
    this.#count += 1;
    const { scope = this.authorized.get('scope') ?? '' } = body as { readonly scope?: string };
    this.granted.set(`access-${this.#count}`, scope);
    return [
      200,
      {
        access_token: `access-${this.#count}`,
        refresh_token: `refresh-${this.#count}`,
        token_type: 'Bearer',
        expires_in: 3600,
        ...(scope !== '' && { scope }),
      },
    ];
  }
}

class Tokens extends McpAuthenticator {
  constructor(private readonly fixture: AuthorizationFixture) {
    super();
  }

  override authenticate({ authorization }: { authorization?: string }): McpPrincipal | McpAuthenticationFailure {
    return this.fixture.admit(authorization);
  }
}
