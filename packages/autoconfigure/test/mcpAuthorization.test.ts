import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  McpClientAutoConfiguration,
  McpClientProperties,
  McpClients,
  ToolCallingAutoConfiguration,
} from '@toolwright/autoconfigure';
import { Bean, Configuration } from '@toolwright/boot';
import { RecordingLogProvider } from '@toolwright/core';
import {
  McpAuthorizationHandler,
  McpAuthenticator,
  McpHttpServer,
  McpIdentityTokenSource,
  type McpAuthenticationFailure,
  type McpPrincipal,
  McpServer,
} from '@toolwright/mcp';
import { ApplicationContextRunner } from '@toolwright/testing';

const runner = new ApplicationContextRunner().withAutoConfiguration(
  ToolCallingAutoConfiguration,
  McpClientAutoConfiguration,
);

let log: RecordingLogProvider;
let authorizationServer: Server;
let mcp: McpHttpServer;
let folder: string;
/** The token requests, and the credentials in their headers. */
let requests: { readonly body: object; readonly authorization: string | undefined }[];

/** Lets in whoever has the token that the authorization server grants. */
class Tokens extends McpAuthenticator {
  override authenticate({ authorization }: { authorization?: string }): McpPrincipal | McpAuthenticationFailure {
    if (authorization === 'Bearer granted') return { name: 'robot' };
    return { status: 401, challenge: { resource_metadata: `${issuer()}/resource` } };
  }
}

function issuer(): string {
  return `http://127.0.0.1:${(authorizationServer.address() as AddressInfo).port}`;
}

async function answerTo(request: IncomingMessage): Promise<object | undefined> {
  const { pathname } = new URL(request.url ?? '', issuer());
  let text = '';
  for await (const chunk of request) text += String(chunk);
  if (pathname === '/resource') return { resource: mcp.url, authorization_servers: [issuer()] };
  if (pathname === '/.well-known/oauth-authorization-server') {
    return {
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    };
  }
  if (pathname !== '/token') return undefined;
  const body = Object.fromEntries(new URLSearchParams(text));
  requests.push({ body, authorization: request.headers.authorization });
  return { access_token: 'granted', token_type: 'Bearer' };
}

beforeEach(async () => {
  log = RecordingLogProvider.install();
  requests = [];
  folder = mkdtempSync(join(tmpdir(), 'mcp-tokens-'));
  authorizationServer = createServer((request, response) => {
    void answerTo(request).then((content) => {
      response.writeHead(content ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content ?? {}));
    });
  });
  await new Promise<void>((resolve) => authorizationServer.listen(0, '127.0.0.1', resolve));
  mcp = await new McpHttpServer(new McpServer(), { authenticator: new Tokens() }).listen();
});

afterEach(async () => {
  await mcp.close();
  authorizationServer.closeAllConnections();
  await new Promise((resolve) => authorizationServer.close(resolve));
  rmSync(folder, { recursive: true, force: true });
  log.uninstall();
});

const PREFIX = 'mcp.client.streamable-http.connections.clock';

function withAuth(...properties: readonly string[]): ApplicationContextRunner {
  const auth = properties.map((property) => `${PREFIX}.auth.${property}`);
  return runner.withPropertyValues(`${PREFIX}.url=${new URL(mcp.url).origin}`, ...auth);
}

/** Consents to everything. */
class Consent extends McpAuthorizationHandler {
  override authorize({ redirectUrl, state }: Parameters<McpAuthorizationHandler['authorize']>[0]): string {
    return `${redirectUrl.href}?code=the-code&state=${state}`;
  }
}

class SignedIn extends McpIdentityTokenSource {
  override idToken(connectionName: string): string {
    return `id token for ${connectionName}`;
  }
}

@Configuration()
class Asking {
  @Bean()
  consent(): McpAuthorizationHandler {
    return new Consent();
  }

  @Bean()
  signedIn(): McpIdentityTokenSource {
    return new SignedIn();
  }
}

describe('mcp.client.….auth.*', () => {
  it('has no effect unless it is set', async () => {
    await runner
      .withPropertyValues(`${PREFIX}.url=http://127.0.0.1:1`, 'mcp.client.initialized=false')
      .run((context) => {
        const { auth } = context.get(McpClientProperties).streamableHttp.connections.get('clock') ?? {};
        expect(JSON.parse(JSON.stringify(auth))).toEqual({
          privateKeyAlgorithm: 'RS256',
          scopes: [],
          verifyIssuer: true,
          redirectUrl: 'http://127.0.0.1:33418/callback',
          clientName: 'Toolwright',
          consentTimeout: 300_000,
          maxStepUps: 1,
          identityProvider: {},
        });
      });
  });

  it('authorizes the application itself, and keeps the token in a file', async () => {
    const file = join(folder, 'tokens.json');
    const application = withAuth(
      'grant=client-credentials',
      'client-id=robot',
      'client-secret=robot-secret',
      'scopes=clock:read,clock:write',
      `issuer=${issuer()}`,
      `token-file=${file}`,
    );
    await application.run((context) => {
      expect(context.startupFailure).toBeUndefined();
      expect(context.get(McpClients).get('clock')?.initialized).toBe(true);
    });
    expect(requests).toEqual([
      {
        authorization: `Basic ${Buffer.from('robot:robot-secret').toString('base64')}`,
        body: { grant_type: 'client_credentials', scope: 'clock:read clock:write', resource: mcp.url },
      },
    ]);
    expect(readFileSync(file, 'utf8')).toContain('"access_token": "granted"');

    await application.run((context) => {
      expect(context.get(McpClients).get('clock')?.initialized).toBe(true);
    });
    expect(requests).toHaveLength(1);
  });

  it('asks the user by the handler of the application', async () => {
    const application = withAuth('grant=authorization-code', 'client-id=known').withUserConfiguration(Asking);
    await application.run((context) => {
      expect(context.startupFailure).toBeUndefined();
      expect(context.get(McpClients).get('clock')?.initialized).toBe(true);
    });
    expect(requests).toEqual([
      {
        authorization: undefined,
        body: expect.objectContaining({
          grant_type: 'authorization_code',
          client_id: 'known',
          code: 'the-code',
          redirect_uri: 'http://127.0.0.1:33418/callback',
        }),
      },
    ]);
  });

  it('exchanges the identity of the user who is signed in', async () => {
    const application = withAuth(
      'grant=jwt-bearer',
      'client-id=robot',
      'client-secret=robot-secret',
      `identity-provider.token-endpoint=${issuer()}/token`,
      'identity-provider.client-id=robot-there',
    ).withUserConfiguration(Asking);
    await application.withPropertyValues('mcp.client.initialized=false').run(async (context) => {
      await context
        .get(McpClients)
        .get('clock')
        ?.initialize()
        .catch(() => undefined);
    });
    expect(requests[0]?.body).toMatchObject({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'id token for clock',
      client_id: 'robot-there',
    });
  });

  it.each([
    [['client-id=robot'], 'auth.grant is missing; it is authorization-code or client-credentials or jwt-bearer'],
    [
      ['grant=authorization-code'],
      'auth.grant=authorization-code needs a bean of McpAuthorizationHandler that asks the user',
    ],
    [['grant=jwt-bearer'], 'auth.grant=jwt-bearer needs a bean of McpIdentityTokenSource that knows who is signed in'],
    [
      ['grant=client-credentials', 'client-id=robot'],
      'auth.grant=client-credentials needs either auth.client-secret or auth.private-key',
    ],
  ])('%j fails the start', async (properties, problem) => {
    await withAuth(...properties).run((context) => {
      expect(String(context.startupFailure)).toContain(`MCP connection 'clock': ${problem}`);
    });
  });
});
