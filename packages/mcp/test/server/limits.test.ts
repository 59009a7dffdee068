import { describe, expect, it } from '@jest/globals';
import {
  type McpAuthenticationFailure,
  McpAuthenticator,
  McpClient,
  McpHttpServer,
  type McpHttpServerOptions,
  type McpPrincipal,
  McpRequest,
  McpServer,
  McpTool,
  streamableHttpTransport,
} from '@toolwright/mcp';
import fc from 'fast-check';
import { INITIALIZE, type RawAnswer, RawHttpClient } from '../support/RawHttpClient.js';
import { closeAfterEachTest, closing } from '../support/openedInTest.js';

const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };
/** Nothing becomes due while a test runs. */
const HOUR = 3_600_000;

closeAfterEachTest();

class Tools {
  calls = 0;

  @McpTool()
  any(@McpRequest() request: { arguments?: object }): string {
    this.calls += 1;
    return String(JSON.stringify(request.arguments).length);
  }
}

async function listen(options: McpHttpServerOptions, tools = new Tools()): Promise<McpHttpServer> {
  const http = await new McpHttpServer(new McpServer().addObjects(tools), options).listen();
  closing.push(http);
  return http;
}

function rawClient(http: McpHttpServer, headers: Record<string, string> = {}, localAddress?: string): RawHttpClient {
  const client = new RawHttpClient(http.url, headers, localAddress);
  closing.push(client);
  return client;
}

async function session(client: RawHttpClient): Promise<RawHttpClient> {
  const opened = await client.initialize();
  closing.push(opened);
  return opened;
}

function call(given: unknown): object {
  return { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'any', arguments: given } };
}

const statuses = (answers: readonly RawAnswer[]): readonly number[] => answers.map(({ status }) => status);

async function repeat(times: number, send: () => Promise<RawAnswer>): Promise<readonly RawAnswer[]> {
  const answers: RawAnswer[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await send());
  return answers;
}

class Tokens extends McpAuthenticator {
  looks = 0;

  override authenticate({ authorization = '' }: { authorization?: string }): McpPrincipal | McpAuthenticationFailure {
    this.looks += 1;
    const name = authorization.replace('Bearer ', '');
    return name.startsWith('wrong') ? { status: 401 } : { name };
  }
}

describe('the rate of a client', () => {
  const limited = (requests: number, more: object = {}): McpHttpServerOptions => ({
    rateLimit: { requests, period: HOUR, ...more },
  });

  it('is limited per session; what is too much is an error of JSON-RPC that says when to come again', async () => {
    const http = await listen(limited(3));
    const client = rawClient(http);
    const [one, two] = [await session(client), await session(client)];
    const answers = await repeat(4, () => one.post(PING));
    expect(statuses(answers)).toEqual([200, 200, 200, 429]);
    const refused = answers[3];
    // Three per hour: one becomes due every 20 minutes.
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(1100);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(1200);
    expect(refused?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(refused?.body ?? '')).toEqual({
      jsonrpc: '2.0',
      error: { code: -32_000, message: 'Too many requests' },
      id: null,
    });
    expect((await two.post(PING)).status).toBe(200);
  });

  it('counts every request without a session for its address, whatever session it names', async () => {
    const http = await listen(limited(3));
    const client = rawClient(http);
    const lost = rawClient(http, { 'mcp-session-id': 'made up' });
    expect(statuses([await client.post(INITIALIZE), await lost.post(PING), await lost.send('GET')])).toEqual([
      200, 404, 404,
    ]);
    expect(statuses([await client.post(INITIALIZE), await lost.post(PING)])).toEqual([429, 429]);
    expect((await rawClient(http, {}, '127.0.0.2').post(INITIALIZE)).status).toBe(200);
  });

  it('is limited per address without sessions', async () => {
    const tools = new Tools();
    const http = await listen({ ...limited(2), stateless: true }, tools);
    expect(statuses(await repeat(3, () => rawClient(http).post(call({}))))).toEqual([200, 200, 429]);
    expect(statuses(await repeat(1, () => rawClient(http, {}, '127.0.0.2').post(call({}))))).toEqual([200]);
    expect(tools.calls).toBe(3);
  });

  it('is one for all sessions and addresses of an authenticated client', async () => {
    const http = await listen({ ...limited(4), authenticator: new Tokens() });
    const ada = rawClient(http, { authorization: 'Bearer ada' });
    const [one, two] = [await session(ada), await session(ada)];
    expect(statuses([await one.post(PING), await two.post(PING), await two.post(PING)])).toEqual([200, 200, 429]);
    const elsewhere = rawClient(http, { authorization: 'Bearer ada' }, '127.0.0.2');
    expect((await elsewhere.post(INITIALIZE)).status).toBe(429);
    expect((await rawClient(http, { authorization: 'Bearer bob' }).post(INITIALIZE)).status).toBe(200);
  });

  it('lets nobody try credentials without end', async () => {
    const authenticator = new Tokens();
    const http = await listen({ ...limited(3), authenticator });
    let tried = 0;
    const guess = (): Promise<RawAnswer> =>
      rawClient(http, { authorization: `Bearer wrong ${(tried += 1)}` }).post(INITIALIZE);
    expect(statuses(await repeat(5, guess))).toEqual([401, 401, 401, 429, 429]);
    expect(authenticator.looks).toBe(3);
  });

  it('counts the messages of a batch', async () => {
    const opened = await session(rawClient(await listen(limited(5))));
    const batch = (count: number): object[] => Array.from({ length: count }, (_value, id) => ({ ...PING, id }));
    expect(statuses([await opened.post(batch(4)), await opened.post(batch(2)), await opened.post(PING)])).toEqual([
      200, 429, 429,
    ]);
  });

  it('may be higher for a moment', async () => {
    const opened = await session(rawClient(await listen(limited(1, { burst: 3 }))));
    expect(statuses(await repeat(4, () => opened.post(PING)))).toEqual([200, 200, 200, 429]);
  });

  it('is there again after a pause, and a session can always end', async () => {
    const http = await listen({ rateLimit: { requests: 1, period: 60 } });
    const opened = await session(rawClient(http));
    expect(statuses(await Promise.all([opened.post(PING), opened.post(PING), opened.send('DELETE')]))).toEqual(
      expect.arrayContaining([200, 429, 200]),
    );
    const again = await session(rawClient(http, {}, '127.0.0.3'));
    await again.post(PING);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await again.post(PING)).status).toBe(200);
  });

  it('is remembered of so many clients only', async () => {
    const http = await listen(limited(1, { maxClients: 3 }));
    const from = (last: number): RawHttpClient => rawClient(http, {}, `127.0.0.${last}`);
    for (const last of [1, 2, 3]) expect((await from(last).post(INITIALIZE)).status).toBe(200);
    for (const last of [2, 1, 3]) expect((await from(last).post(INITIALIZE)).status).toBe(429);
    // The fourth takes the place of the one that was quiet for longest, which is the second by now.
    expect((await from(4).post(INITIALIZE)).status).toBe(200);
    expect((await from(1).post(INITIALIZE)).status).toBe(429);
    expect((await from(2).post(INITIALIZE)).status).toBe(200);
  });

  describe('behind proxies', () => {
    /** Which of the requests with these headers is the first one of its client. */
    const firstOf = async (trustedProxies: number | readonly string[] | undefined, ...forwarded: readonly string[]) => {
      const http = await listen({ ...limited(1), trustedProxies });
      const answers: RawAnswer[] = [];
      for (const header of forwarded)
        answers.push(await rawClient(http, { 'x-forwarded-for': header }).post(INITIALIZE));
      return answers.map(({ status }) => status === 200);
    };

    it('is that of the proxy unless the proxy is trusted, whatever a header says', async () => {
      for (const nobody of [undefined, 0, [], ['10.0.0.0/8']]) {
        expect(await firstOf(nobody, '9.9.9.1', '9.9.9.2')).toEqual([true, false]);
      }
    });

    it('is that of the last address that is not of a trusted proxy', async () => {
      for (const trusted of [['loopback'], ['127.0.0.0/8'], ['10.0.0.0/8', '127.0.0.1'], 1]) {
        expect(await firstOf(trusted, '9.9.9.1', '9.9.9.1', '9.9.9.2', 'fake, 9.9.9.2', '9.9.9.3, 9.9.9.2')).toEqual([
          true,
          false,
          true,
          false,
          false,
        ]);
      }
      const chain = ['9.9.9.1, 10.0.0.1', '9.9.9.1, 10.0.0.2', '9.9.9.2, 10.0.0.1', '8.8.8.8, 9.9.9.2, 10.0.0.2'];
      for (const trusted of [['loopback', '10.0.0.0/8']]) {
        expect(await firstOf(trusted, ...chain)).toEqual([true, false, true, false]);
      }
      expect(await firstOf(2, ...chain)).toEqual([true, false, true, false]);
    });

    it('does not depend on the port or the form of an address, nor on the host of a network of IPv6', async () => {
      expect(await firstOf(['loopback'], '9.9.9.1:80', '9.9.9.1:81', '::ffff:9.9.9.1', '9.9.9.2')).toEqual([
        true,
        false,
        false,
        true,
      ]);
      expect(
        await firstOf(1, '2001:db8:1:2::1', '[2001:0db8:1:2:ffff:1:1:1]:443', '2001:DB8:1:2::', '2001:db8:1:3::1'),
      ).toEqual([true, false, false, true]);
      expect(await firstOf(['loopback', '10.0.0.1'], '9.9.9.1, 10.0.0.1:90', '9.9.9.1')).toEqual([true, false]);
    });

    it('is that of the proxy if it knows no address', async () => {
      expect(await firstOf(1, 'unknown', '_hidden', '', '9.9.9.1')).toEqual([true, false, false, true]);
    });

    it('counts attempts with wrong credentials for the client, too', async () => {
      const http = await listen({ ...limited(1), authenticator: new Tokens(), trustedProxies: 1 });
      const guess = (forwarded: string): Promise<RawAnswer> =>
        rawClient(http, { authorization: 'Bearer wrong', 'x-forwarded-for': forwarded }).post(INITIALIZE);
      expect(statuses([await guess('9.9.9.1'), await guess('9.9.9.1'), await guess('9.9.9.2')])).toEqual([
        401, 429, 401,
      ]);
    });

    it('must name networks', async () => {
      await expect(listen({ ...limited(1), trustedProxies: ['10.0.0.0/99'] })).rejects.toThrow(
        'Trusted proxies (mcp.server.http.trusted-proxies) are their number, or addresses, networks such as 10.0.0.0/8, and loopback, linklocal or uniquelocal',
      );
      await expect(listen({ ...limited(1), trustedProxies: -1 })).rejects.toThrow(
        'The number of trusted proxies must be a whole number from 0, but is -1',
      );
    });
  });

  it('must be a limit', async () => {
    await expect(listen({ rateLimit: { requests: 0 } })).rejects.toThrow(
      'The requests of a rate limit must be at least 1, but is 0',
    );
  });

  it('tells a client of ours no more than that its call failed; the next one is tried', async () => {
    const http = await listen({ rateLimit: { requests: 1, period: HOUR, burst: 4 } });
    const { origin, pathname } = new URL(http.url);
    const client = McpClient.builder('busy')
      .transport(streamableHttpTransport('busy', { url: origin, endpoint: pathname }))
      .build();
    closing.push(client);
    // The session has counted the notification of its start and its stream.
    await client.initialize();
    const outcomes: string[] = [];
    for (let time = 0; time < 4; time += 1) {
      outcomes.push(
        await client.ping().then(
          () => 'answered',
          (error: unknown) => (error as { code: string }).code,
        ),
      );
    }
    expect(outcomes.slice(-2)).toEqual(['MCP_TRANSPORT', 'MCP_TRANSPORT']);
    expect(client.initialized).toBe(true);
  });
});

describe('the size of a request', () => {
  const tooMany = (message: string): object => ({ jsonrpc: '2.0', error: { code: -32_600, message }, id: null });

  it('[MX-14] is limited in elements, however they are nested', async () => {
    const tools = new Tools();
    const http = await listen({ stateless: true, maxRequestElements: 50 }, tools);
    const client = rawClient(http);
    const list = (length: number): number[] => Array.from({ length }, () => 1);
    // The message, its parameters and the arguments have seven members themselves.
    expect((await client.post(call({ a: list(43) }))).status).toBe(200);
    for (const given of [
      { a: list(44) },
      Object.fromEntries(list(60).map((_one, index) => [`k${index}`, 0])),
      { a: list(60).map(() => []) },
      { a: list(6).map(() => list(10)) },
    ]) {
      const { status, body } = await client.post(call(given));
      expect(status).toBe(400);
      expect(JSON.parse(body)).toEqual(tooMany('Invalid Request: it must not have more than 50 elements'));
    }
    expect((await client.post(call({ text: '[,{,'.repeat(100) }))).status).toBe(200);
    expect((await client.post(call({ text: '\\"[,{,'.repeat(100) }))).status).toBe(200);
    expect(tools.calls).toBe(3);
  });

  it('[MX-14] is limited in depth', async () => {
    const tools = new Tools();
    const http = await listen({ stateless: true }, tools);
    const client = rawClient(http);
    const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const raw = (given: string): string => JSON.stringify(call('GIVEN')).replace('"GIVEN"', given);
    // The message, its parameters and the arguments are three levels.
    expect((await client.post(raw(nested(197)))).status).toBe(200);
    for (const levels of [198, 100_000]) {
      const { status, body } = await client.post(raw(nested(levels)));
      expect(status).toBe(400);
      expect(JSON.parse(body)).toEqual(tooMany('Invalid Request: it must not be nested deeper than 200 levels'));
    }
    expect((await client.post('['.repeat(2_000_000))).status).toBe(400);
    expect(tools.calls).toBe(1);
  });

  it('[MX-14] is limited by default to a hundred thousand elements and four mebibytes', async () => {
    const client = rawClient(await listen({ stateless: true }));
    const list = (length: number): object => call({ a: Array.from({ length }, () => 1) });
    expect((await client.post(list(99_000))).status).toBe(200);
    expect((await client.post(list(101_000))).status).toBe(400);
    expect((await client.post(call({ a: 'x'.repeat(4_000_000) }))).status).toBe(200);
    const { status, body } = await client.post(call({ a: 'x'.repeat(4_300_000) }));
    expect(status).toBe(413);
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32_000, message: 'Payload Too Large: Request body must not exceed 4194304 bytes' },
      id: null,
    });
  });

  it('[MX-14] is read as JSON or refused, whatever comes', async () => {
    const client = rawClient(await listen({ stateless: true }));
    const { status, body } = await client.post('{"jsonrpc":');
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { jsonrpc: '2.0', error: { code: -32_700, message: 'Parse error: Invalid JSON' }, id: null },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), async (given) => {
        const text = JSON.stringify(call('GIVEN')).replace('"GIVEN"', () => `{"a":${given}}`);
        const answer = await client.post(text);
        const length = JSON.stringify({ a: JSON.parse(given) as unknown }).length;
        expect(answer.status).toBe(200);
        expect(answer.body).toContain(`"text":"${length}"`);
      }),
      { numRuns: 100 },
    );
  });
});
