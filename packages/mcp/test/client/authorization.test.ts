import { spawn } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  type AuthorizationCodeSettings,
  FileMcpTokenStore,
  InMemoryMcpTokenStore,
  LoopbackAuthorizationHandler,
  type McpAuthorizationRequest,
  McpAuthorizationHandler,
  type McpAuthorizationSettings,
  McpClient,
  sseTransport,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { AuthorizationFixture } from '../support/AuthorizationFixture.js';
import { until } from '../support/until.js';

const WRITER = fileURLToPath(new URL('../support/tokenWriter.js', import.meta.url));

let log: RecordingLogProvider;
let server: AuthorizationFixture;
let folder: string;
const clients: McpClient[] = [];
/** How often the user was asked. */
let asked: McpAuthorizationRequest[];

beforeEach(async () => {
  log = RecordingLogProvider.install();
  server = await AuthorizationFixture.start();
  folder = mkdtempSync(join(tmpdir(), 'mcp-tokens-'));
  asked = [];
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
  log.uninstall();
});

/** A user who consents at once. */
const user = McpAuthorizationHandler.of((request) => {
  asked.push(request);
  return server.consent(request.authorizationUrl);
});

function clientOf(authorization: McpAuthorizationSettings, headers: Record<string, string> = {}): McpClient {
  const client = McpClient.builder('clock')
    .transport(streamableHttpTransport('clock', { url: server.url, headers, authorization }))
    .requestTimeout(5000)
    .reconnectDelays({ initial: 1, factor: 1, max: 1 })
    .build();
  clients.push(client);
  return client;
}

/** With the consent of the user. */
function userClient(settings: Partial<AuthorizationCodeSettings> = {}, headers?: Record<string, string>): McpClient {
  return clientOf({ grant: 'authorization-code', handler: user, ...settings }, headers);
}

async function time(client: McpClient): Promise<unknown> {
  return (await client.callTool({ name: 'time', arguments: {} })).content;
}

const NOON = [{ type: 'text', text: 'It is noon.' }];
const DISCOVERY = ['GET /resource', 'GET /.well-known/oauth-authorization-server'];

describe('with the consent of a user', () => {
  it('registers, asks once with PKCE, and sends the token with every request', async () => {
    const client = userClient({ clientName: 'Tests', scopes: ['clock:read'] });

    expect(await time(client)).toEqual(NOON);

    expect(server.lines).toEqual([
      ...DISCOVERY,
      'POST /register',
      'GET /authorize',
      ...DISCOVERY.slice(2),
      'POST /token authorization_code',
    ]);
    expect(server.seen[2]?.body).toEqual({
      client_name: 'Tests',
      redirect_uris: ['http://127.0.0.1:33418/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
      scope: 'clock:read',
    });
    const { code_challenge: challenge, state, ...query } = Object.fromEntries(server.authorized);
    expect(query).toEqual({
      response_type: 'code',
      client_id: 'registered',
      code_challenge_method: 'S256',
      redirect_uri: 'http://127.0.0.1:33418/callback',
      scope: 'clock:read',
      resource: `${server.url}/mcp`,
    });
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(asked).toEqual([
      expect.objectContaining({
        connectionName: 'clock',
        state,
        redirectUrl: new URL('http://127.0.0.1:33418/callback'),
      }),
    ]);
    const { code_verifier: verifier, ...exchange } = server.seen[4]?.body ?? {};
    expect(exchange).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: 'http://127.0.0.1:33418/callback',
      resource: `${server.url}/mcp`,
    });
    expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
    expect(server.tokens[0]).toBeUndefined();
    expect(new Set(server.tokens.slice(1))).toEqual(new Set(['Bearer access-1']));
  });

  it('keeps tokens in a store that another client uses, for that server only', async () => {
    const tokenStore = new InMemoryMcpTokenStore();
    await time(userClient({ tokenStore }));
    await time(userClient({ tokenStore }));
    expect(asked).toHaveLength(1);

    const other = await AuthorizationFixture.start();
    try {
      const client = McpClient.builder('clock')
        .transport(
          streamableHttpTransport('clock', {
            url: other.url,
            authorization: { grant: 'authorization-code', handler: user, tokenStore },
          }),
        )
        .build();
      clients.push(client);
      await client.initialize();
      expect(other.tokens[0]).toBeUndefined();
      expect(asked).toHaveLength(2);
    } finally {
      await other.close();
    }
  });

  it('refreshes without the user, once for requests that are refused together', async () => {
    const client = userClient();
    await client.initialize();
    await until(() => server.tokens.length >= 3);
    server.granted.delete('access-1');
    server.seen.length = 0;

    expect(await Promise.all([time(client), time(client), time(client)])).toEqual([NOON, NOON, NOON]);

    expect(server.lines).toEqual([...DISCOVERY, 'POST /token refresh_token']);
    expect(server.seen[2]?.body).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      resource: `${server.url}/mcp`,
    });
    expect(asked).toHaveLength(1);
    expect(server.tokens.at(-1)).toBe('Bearer access-2');
  });

  it('asks the user again when the refresh token is refused', async () => {
    const client = userClient();
    await time(client);
    server.granted.clear();
    server.onToken = ({ body }) =>
      body['grant_type'] === 'refresh_token' ? { status: 400, body: { error: 'invalid_grant' } } : undefined;

    expect(await time(client)).toEqual(NOON);
    expect(asked).toHaveLength(2);
  });

  it('asks for more scopes within the call that needs them, and keeps those that it has', async () => {
    server.challengedScope = 'clock:read';
    const client = userClient();
    await time(client);
    expect(server.authorized.get('scope')).toBe('clock:read');

    server.wanted = 'clock:write';
    expect(await time(client)).toEqual(NOON);
    expect(server.authorized.get('scope')).toBe('clock:read clock:write');
    expect(asked).toHaveLength(2);
    expect(server.tokens.at(-1)).toBe('Bearer access-2');
  });

  it('gives up when the server wants more than it is granted', async () => {
    const client = userClient({ maxStepUps: 2 });
    await time(client);
    server.wanted = 'clock:admin';
    server.onToken = () => {
      server.granted.set('narrow', 'clock:read');
      return { status: 200, body: { access_token: 'narrow', token_type: 'Bearer', scope: 'clock:read' } };
    };

    await expect(time(client)).rejects.toMatchObject({
      code: 'MCP_TRANSPORT',
      message:
        "MCP connection 'clock' is not authorized: the server wants more than it was granted (scope 'clock:admin')",
      cause: expect.objectContaining({ code: 'MCP_AUTHORIZATION', connectionName: 'clock' }),
    });
    expect(asked).toHaveLength(3);
  });

  it('gives up when the server refuses the new token, without asking again', async () => {
    const client = userClient();
    server.onToken = () => ({ status: 200, body: { access_token: 'nobody-knows', token_type: 'Bearer' } });

    await expect(client.initialize()).rejects.toThrow(
      "Failed to initialize MCP connection 'clock': MCP connection 'clock' is not authorized: " +
        'the server refuses the token that was just granted',
    );
    expect(asked).toHaveLength(1);
  });

  it('lets the time of requests stand still while the user thinks', async () => {
    const slow = McpAuthorizationHandler.of(async ({ authorizationUrl }) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return server.consent(authorizationUrl);
    });
    const client = McpClient.builder('clock')
      .transport(
        streamableHttpTransport('clock', {
          url: server.url,
          authorization: { grant: 'authorization-code', handler: slow },
        }),
      )
      .requestTimeout(700)
      .build();
    clients.push(client);

    expect(await time(client)).toEqual(NOON);
    server.wanted = 'clock:write';
    expect(await time(client)).toEqual(NOON);
  });

  it('asks once as well where the newest revision is tried first', async () => {
    const refusing = McpAuthorizationHandler.of((request) => {
      asked.push(request);
      return `${request.redirectUrl.href}?error=access_denied&state=${request.state}`;
    });
    const authorization = { grant: 'authorization-code', handler: refusing } as const;
    const client = McpClient.builder('clock')
      .transport(streamableHttpTransport('clock', { url: server.url, authorization }))
      .protocol('auto')
      .build();
    clients.push(client);
    await expect(client.initialize()).rejects.toThrow('access_denied');
    expect(asked).toHaveLength(1);
  });

  it('does not wait for ever', async () => {
    const never = McpAuthorizationHandler.of((request) => {
      asked.push(request);
      return new Promise<URL>(() => undefined);
    });
    await expect(userClient({ handler: never, consentTimeout: 50 }).initialize()).rejects.toThrow(
      "MCP connection 'clock' is not authorized: the user did not consent in time",
    );
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('stops waiting for the user when nobody waits for the request', async () => {
    const never = McpAuthorizationHandler.of((request) => {
      asked.push(request);
      return new Promise<URL>(() => undefined);
    });
    const client = userClient({ handler: never });
    const failed = expect(client.initialize()).rejects.toThrow("MCP connection 'clock' is closed");
    await until(() => asked.length === 1);
    expect(asked[0]?.signal.aborted).toBe(false);
    await client.close();
    await failed;
    await until(() => asked[0]?.signal.aborted === true);
  });

  it.each([
    ['the state of another request', '?code=the-code&state=other', "the answer's 'state' is not that of the request"],
    ['a refusal', '?error=access_denied&state=STATE', "the authorization server answered 'access_denied'"],
    ['no code', '?state=STATE', "the answer has no 'code'"],
    ['another issuer', '?code=the-code&state=STATE&iss=https://evil.example.com', 'ssuer'],
  ])('refuses an answer with %s', async (_name, answer, message) => {
    const handler = McpAuthorizationHandler.of(({ redirectUrl, state }) => {
      return `${redirectUrl.href}${answer.replace('STATE', state)}`;
    });
    await expect(userClient({ handler }).initialize()).rejects.toThrow(message);
    expect(server.lines).not.toContain('POST /token authorization_code');
  });

  it('uses a client that was registered beforehand', async () => {
    await time(userClient({ clientId: 'known', clientSecret: 'known-secret', issuer: server.issuer }));

    expect(server.lines).not.toContain('POST /register');
    expect(server.seen.at(-1)?.headers.authorization).toBe(
      `Basic ${Buffer.from('known:known-secret').toString('base64')}`,
    );
  });

  it('is known by its document where the authorization server takes such', async () => {
    server.metadata = { client_id_metadata_document_supported: true };
    await time(userClient({ clientMetadataUrl: 'https://example.com/client.json' }));

    expect(server.lines).not.toContain('POST /register');
    expect(server.authorized.get('client_id')).toBe('https://example.com/client.json');
  });
});

describe('what a server cannot do', () => {
  it('pose as another resource', async () => {
    server.resource = { resource: 'https://bank.example.com/mcp' };
    await expect(userClient().initialize()).rejects.toThrow(
      `Protected resource https://bank.example.com/mcp does not match expected ${server.url}/mcp`,
    );
    expect(server.lines).toEqual(DISCOVERY);
  });

  it('send credentials to an authorization server that they do not belong to', async () => {
    const client = clientOf({
      grant: 'client-credentials',
      clientId: 'robot',
      clientSecret: 'robot-secret',
      issuer: 'https://login.example.com',
    });
    await expect(client.initialize()).rejects.toThrow(
      `the server names the authorization server ${server.issuer}, but https://login.example.com is configured`,
    );
    expect(server.lines).toEqual(DISCOVERY);
  });

  it('let an authorization server pose as another one, unless that is switched off', async () => {
    server.metadata = { issuer: 'https://login.example.com' };
    await expect(userClient().initialize()).rejects.toThrow('ssuer');
    expect(server.lines).toEqual(DISCOVERY);

    expect(await time(userClient({ verifyIssuer: false, handler: withoutIssuer() }))).toEqual(NOON);
  });

  it('make its clients call what is not HTTPS', async () => {
    server.resource = { authorization_servers: ['http://192.0.2.1'] };
    await expect(userClient().initialize()).rejects.toThrow(
      "MCP connection 'clock' is not authorized: http://192.0.2.1 is not called, because it is not HTTPS",
    );
  });

  it('make its clients call what is not HTTPS by a redirection', async () => {
    server.redirects.set('/.well-known/oauth-authorization-server', 'http://192.0.2.1/secrets');
    await expect(userClient().initialize()).rejects.toThrow(
      "MCP connection 'clock' is not authorized: http://192.0.2.1 is not called, because it is not HTTPS",
    );
  });

  it('send its clients in circles, but elsewhere', async () => {
    server.redirects.set('/resource', '/moved');
    expect(await time(userClient())).toEqual(NOON);
    expect(server.lines.slice(0, 2)).toEqual(['GET /resource', 'GET /moved']);
    server.redirects.set('/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server');
    await expect(userClient().initialize()).rejects.toThrow(
      `MCP connection 'clock' is not authorized: a redirection of ${server.issuer} is not followed`,
    );
  });

  it('send credentials elsewhere', async () => {
    server.redirects.set('/token', `${server.issuer}/other`);
    await expect(userClient().initialize()).rejects.toThrow(
      `MCP connection 'clock' is not authorized: a redirection of ${server.issuer} is not followed`,
    );
    expect(server.lines.filter((line) => line.startsWith('POST /other'))).toEqual([]);
  });

  it('fill the memory of its clients', async () => {
    server.metadata = { filler: 'x'.repeat(11 * 2 ** 20) };
    await expect(userClient().initialize()).rejects.toThrow('A message of the server has more than 10485760 bytes');
  });

  it('send the user to an address that is not HTTPS', async () => {
    server.metadata = { authorization_endpoint: 'http://192.0.2.1/authorize' };
    await expect(userClient().initialize()).rejects.toThrow(
      "MCP connection 'clock' is not authorized: the authorization server sends users to an address that is not HTTPS",
    );
    expect(asked).toEqual([]);
  });

  it('have the headers of the connection sent to its authorization server', async () => {
    await time(userClient({}, { 'x-api-key': 'the-key' }));
    expect(server.seen.map(({ headers }) => headers['x-api-key'])).toEqual(server.seen.map(() => undefined));
  });

  it('get secrets into messages and logs', async () => {
    const client = clientOf({ grant: 'client-credentials', clientId: 'robot', clientSecret: 'robot-secret' });
    server.onToken = ({ headers }) => ({
      status: 400,
      body: { error: 'invalid_request', error_description: `robot-secret of\n${headers.authorization} is unknown` },
    });
    const failure = await client.initialize().catch((error: unknown) => error);
    expect(String(failure)).toContain('*** of\\n');
    expect(String(failure)).not.toContain(Buffer.from('robot:robot-secret').toString('base64'));
    const everything = [failure, (failure as Error).cause, ...log.entries.map(({ message }) => message)].map(String);
    expect(everything.join('\n')).not.toContain('robot-secret');
  });

  it('cause an authorization by the end of its session', async () => {
    const client = userClient();
    await time(client);
    server.granted.clear();
    server.seen.length = 0;
    await client.close();
    expect(server.lines).toEqual([]);
  });
});

/** A user whose authorization server does not say who it is. */
function withoutIssuer(): McpAuthorizationHandler {
  return McpAuthorizationHandler.of(async ({ authorizationUrl }) => {
    const answer = new URL(await server.consent(authorizationUrl));
    answer.searchParams.delete('iss');
    return answer;
  });
}

describe('without a user', () => {
  it('gets a token for a client id and a secret', async () => {
    const client = clientOf({
      grant: 'client-credentials',
      clientId: 'robot',
      clientSecret: 'robot-secret',
      scopes: ['clock:read', 'clock:write'],
    });
    expect(await time(client)).toEqual(NOON);
    expect(server.lines).toEqual([...DISCOVERY, 'POST /token client_credentials']);
    expect(server.seen[2]?.headers.authorization).toBe(`Basic ${Buffer.from('robot:robot-secret').toString('base64')}`);
    expect(server.seen[2]?.body).toEqual({
      grant_type: 'client_credentials',
      scope: 'clock:read clock:write',
      resource: `${server.url}/mcp`,
    });
  });

  it('signs with a private key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const client = clientOf({
      grant: 'client-credentials',
      clientId: 'robot',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      privateKeyAlgorithm: 'ES256',
    });
    expect(await time(client)).toEqual(NOON);

    const { client_assertion: assertion, ...body } = server.seen[2]?.body ?? {};
    expect(body).toEqual({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      resource: `${server.url}/mcp`,
    });
    const [header = '', claims = '', signature = ''] = String(assertion).split('.');
    const key = { key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), dsaEncoding: 'ieee-p1363' };
    const signed = Buffer.from(`${header}.${claims}`);
    expect(verify('sha256', signed, key as never, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'robot',
      sub: 'robot',
      aud: server.issuer,
    });
  });

  it('exchanges the identity of a user who is signed in', async () => {
    server.onToken = ({ body }) =>
      String(body['grant_type']).endsWith('token-exchange')
        ? {
            status: 200,
            body: {
              access_token: 'the-grant',
              issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
              token_type: 'N_A',
            },
          }
        : undefined;
    const client = clientOf({
      grant: 'jwt-bearer',
      clientId: 'robot',
      clientSecret: 'robot-secret',
      identityProvider: {
        tokenEndpoint: `${server.issuer}/token`,
        clientId: 'robot-there',
        idToken: (connection) => `id token for ${connection}`,
      },
    });
    expect(await time(client)).toEqual(NOON);
    expect(server.seen[2]?.body).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      audience: server.issuer,
      resource: `${server.url}/mcp`,
      subject_token: 'id token for clock',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      client_id: 'robot-there',
    });
    expect(server.seen[3]?.body).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'the-grant',
      resource: `${server.url}/mcp`,
    });
  });
});

describe('over server-sent events', () => {
  it('authorizes the stream and the messages', async () => {
    const tokens: (string | undefined)[] = [];
    let stream: ServerResponse | undefined;
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { authorization } = request.headers;
      tokens.push(`${request.method} ${authorization}`);
      if (authorization !== 'Bearer access-1') {
        const challenge = `Bearer resource_metadata="${server.issuer}/resource"`;
        response.writeHead(401, { 'www-authenticate': challenge }).end();
      } else if (request.method === 'GET') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
        stream.write('event: endpoint\ndata: /messages\n\n');
      } else {
        let text = '';
        for await (const chunk of request) text += String(chunk);
        const { id, params } = JSON.parse(text) as { id?: number; params?: { protocolVersion: string } };
        response.writeHead(202).end();
        if (id === undefined) return;
        const serverInfo = { name: 's', version: '1' };
        const result = { protocolVersion: params?.protocolVersion, capabilities: {}, serverInfo };
        stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      }
    };
    const events = createHttpServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => events.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(events.address() as AddressInfo).port}`;
    server.resource = { resource: `${url}/sse` };
    const authorization = { grant: 'client-credentials', clientId: 'robot', clientSecret: 'robot-secret' } as const;
    const client = McpClient.builder('clock').transport(sseTransport('clock', { url, authorization })).build();
    try {
      expect((await client.initialize()).serverInfo.name).toBe('s');
    } finally {
      await client.close();
      events.closeAllConnections();
      await new Promise((resolve) => events.close(resolve));
    }
    expect(tokens).toEqual(['GET undefined', 'GET Bearer access-1', 'POST Bearer access-1', 'POST Bearer access-1']);
  });
});

describe('settings that cannot work', () => {
  const handler = McpAuthorizationHandler.of(() => '');
  const identityProvider = { clientId: 'there', idToken: () => '' };
  it.each<[string, McpAuthorizationSettings]>([
    [
      "takes a URL as auth.redirect-url, but it is 'here'",
      { grant: 'authorization-code', handler, redirectUrl: 'here' },
    ],
    ['needs auth.client-id for its auth.client-secret', { grant: 'authorization-code', handler, clientSecret: 'x' }],
    [
      "takes an HTTPS URL with a path as auth.client-metadata-url, but it is 'http://example.com/x'",
      { grant: 'authorization-code', handler, clientMetadataUrl: 'http://example.com/x' },
    ],
    ['takes a URL as auth.issuer', { grant: 'authorization-code', handler, issuer: 'login' }],
    ['needs auth.client-id', { grant: 'client-credentials', clientId: ' ', clientSecret: 'x' }],
    ['needs either auth.client-secret or auth.private-key', { grant: 'client-credentials', clientId: 'x' }],
    [
      'needs auth.client-id and auth.client-secret',
      { grant: 'jwt-bearer', clientId: 'x', clientSecret: '', identityProvider },
    ],
    [
      'needs auth.identity-provider.issuer or auth.identity-provider.token-endpoint',
      { grant: 'jwt-bearer', clientId: 'x', clientSecret: 'x', identityProvider },
    ],
  ])('%s', (problem, authorization) => {
    expect(() => streamableHttpTransport('clock', { url: 'http://localhost', authorization })).toThrow(
      `MCP connection 'clock': auth.grant=${authorization.grant} ${problem}`,
    );
  });
});

describe('LoopbackAuthorizationHandler', () => {
  it('waits where the browser is sent, and takes nothing but the answer', async () => {
    const port = await freePort();
    const redirectUrl = `http://127.0.0.1:${port}/callback`;
    const answers: [number, string][] = [];
    const visit = async (url: string): Promise<void> => {
      const response = await fetch(url);
      answers.push([response.status, await response.text()]);
    };
    const handler = new LoopbackAuthorizationHandler(async (authorizationUrl, connectionName) => {
      expect(connectionName).toBe('clock');
      await visit(`${redirectUrl}?code=forged&state=guessed`);
      await visit(`http://127.0.0.1:${port}/favicon.ico`);
      await visit(await server.consent(authorizationUrl));
    });
    expect(await time(userClient({ handler, redirectUrl }))).toEqual(NOON);
    expect(answers.map(([status]) => status)).toEqual([400, 400, 200]);
    expect(answers[2]?.[1]).toContain('go back to the application');
    await expect(fetch(redirectUrl)).rejects.toThrow();
  });

  it.each(['https://127.0.0.1:4000/callback', 'http://192.0.2.1:4000/callback', 'http://127.0.0.1/callback'])(
    'refuses to wait at %s',
    async (redirectUrl) => {
      const handler = new LoopbackAuthorizationHandler(() => undefined);
      await expect(userClient({ handler, redirectUrl }).initialize()).rejects.toThrow(
        `MCP connection 'clock': auth.redirect-url must be http, name this machine and have a port, but it is '${redirectUrl}'`,
      );
    },
  );

  it('frees its port when the user takes too long', async () => {
    const redirectUrl = `http://127.0.0.1:${await freePort()}/callback`;
    const handler = new LoopbackAuthorizationHandler(() => undefined);
    await expect(userClient({ handler, redirectUrl, consentTimeout: 50 }).initialize()).rejects.toThrow(
      'the user did not consent in time',
    );
    await expect(fetch(redirectUrl)).rejects.toThrow();
  });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe('FileMcpTokenStore', () => {
  it('keeps tokens in a file for its owner only, beside those of others', async () => {
    const path = join(folder, 'private/tokens.json');
    await time(userClient({ tokenStore: new FileMcpTokenStore(path) }));

    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o700);
    const key = `clock ${server.url}/mcp`;
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      [key]: {
        client: expect.objectContaining({ client_id: 'registered', issuer: server.issuer }),
        tokens: {
          access_token: 'access-1',
          refresh_token: 'refresh-1',
          token_type: 'Bearer',
          expires_in: 3600,
          issuer: server.issuer,
        },
      },
    });

    const again = new FileMcpTokenStore(path);
    await Promise.all([again.save('a', { tokens: { access_token: '1', token_type: 'Bearer' } }), again.save('b', {})]);
    expect(await again.load('a')).toEqual({ tokens: { access_token: '1', token_type: 'Bearer' } });
    expect(await again.load('b')).toBeUndefined();
    await again.save('a', {});
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object)).toEqual([key]);

    await time(userClient({ tokenStore: again }));
    expect(asked).toHaveLength(1);
  });

  it('does not show what a broken file holds', async () => {
    const path = join(folder, 'tokens.json');
    writeFileSync(path, '{"secret-token');
    const failure = await new FileMcpTokenStore(path).load('a').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ILLEGAL_STATE', message: `The token store ${path} holds no JSON object` });
    expect((failure as Error).cause).toBeUndefined();
    await expect(new FileMcpTokenStore(folder).load('a')).rejects.toThrow(`Failed to read the token store ${folder}`);
  });

  it('loses no entry of processes that write at the same moment', async () => {
    const path = join(folder, 'shared.json');
    const writers = ['a', 'b', 'c'].map((prefix) => spawn(process.execPath, [WRITER, path, prefix, '20']));
    const exits = writers.map((writer) => once(writer, 'exit'));
    for (const writer of writers) writer.stdin.write('go\n');
    for (const exit of exits) expect(await exit).toEqual([0, null]);
    const entries = JSON.parse(readFileSync(path, 'utf8')) as object;
    expect(Object.keys(entries)).toHaveLength(60);
    expect(readdirSync(folder).filter((name) => name.startsWith('shared.json'))).toEqual(['shared.json']);
  });

  it('takes over the lock of a process that died', async () => {
    const path = join(folder, 'left.json');
    mkdirSync(`${path}.lock`);
    const past = new Date(Date.now() - 60_000);
    utimesSync(`${path}.lock`, past, past);
    const store = new FileMcpTokenStore(path);
    await store.save('a', { tokens: { access_token: 'one', token_type: 'Bearer' } });
    expect((await store.load('a'))?.tokens?.access_token).toBe('one');
    expect(readdirSync(folder).filter((name) => name.startsWith('left.json'))).toEqual(['left.json']);
  });
});
