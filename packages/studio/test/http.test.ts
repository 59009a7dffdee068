import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Studio, StudioServer, type StudioServerOptions } from '@toolwright/studio';
import { StudioPage } from './support/StudioPage.js';

const TOKEN = 'a-token-that-nobody-guesses';
let folder: string;
let server: StudioServer;
let page: StudioPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolwright-studio-'));
  await mkdir(join(folder, 'ui', 'assets'), { recursive: true });
  await writeFile(join(folder, 'ui', 'index.html'), '<!doctype html><title>Studio</title>');
  await writeFile(join(folder, 'ui', 'assets', 'main.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), 'secret');
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function open(options: StudioServerOptions = {}): Promise<void> {
  server = await new StudioServer(new Studio({ name: 'shop' }), {
    token: TOKEN,
    page: join(folder, 'ui'),
    ...options,
  }).listen();
  page = new StudioPage(server);
}

beforeEach(() => open());

afterEach(async () => {
  await server.close();
});

const host = (): string => server.origin.slice('http://'.length);
const bearer = { authorization: `Bearer ${TOKEN}` };

describe('who may talk to the studio', () => {
  it('lets in whoever has the token', async () => {
    expect((await page.send('GET', '/api/status', undefined, bearer)).status).toBe(200);
  });

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another-token-that-is-long' }],
    ['a part of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['the token in another form', { authorization: `Basic ${TOKEN}` }],
    ['an unknown cookie', { cookie: 'toolwright-studio-1=abc' }],
  ])('refuses %s', async (_, headers) => {
    for (const [method, path] of [
      ['GET', '/api/status'],
      ['GET', '/api/turns'],
      ['GET', '/api/events'],
      ['GET', '/api/unknown'],
      ['POST', '/api/content'],
      ['POST', '/api/session'],
      ['POST', '/api/tools/pay/call'],
    ] as const) {
      const { status, body } = await page.send(method, path, method === 'POST' ? {} : undefined, headers);
      expect([path, status, body]).toEqual([path, 401, expect.objectContaining({ code: 'UNAUTHORIZED' })]);
    }
  });

  it('does not take the token from the address', async () => {
    const { status } = await page.send('GET', `/api/status?token=${TOKEN}`, undefined, {});
    expect(status).toBe(401);
  });

  it.each([
    'evil.example',
    'evil.example:80',
    'evil.example:{port}',
    '192.168.0.1:{port}',
    '127.0.0.1.evil.example',
    '127.0.0.1 evil.example',
    'localhost.evil.example:{port}',
  ])('refuses the host "%s", whatever the token', async (name) => {
    const port = host().split(':')[1] ?? '';
    for (const path of ['/api/status', '/']) {
      const { status, body } = await page.send('GET', path, undefined, {
        ...bearer,
        host: name.replace('{port}', port),
      });
      expect([status, body]).toEqual([403, expect.objectContaining({ code: 'HOST_NOT_ALLOWED' })]);
    }
  });

  it('refuses a request that names no host', async () => {
    const socket = connect(Number(host().split(':')[1]), '127.0.0.1');
    socket.write(`GET /api/status HTTP/1.0\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it.each(['localhost:{port}', '127.0.0.1:5000', 'localhost:5000', '[::1]:5000', '127.0.0.2:5000', 'localhost'])(
    'answers to %s as well: names of this machine, and ports that were forwarded',
    async (name) => {
      const named = name.replace('{port}', host().split(':')[1] ?? '');
      const headers = { ...bearer, host: named, origin: `http://${named}` };
      expect((await page.send('GET', '/api/status', undefined, headers)).status).toBe(200);
    },
  );

  it('refuses a page of another port, through a port that was forwarded as well', async () => {
    const headers = { ...bearer, host: 'localhost:5000', origin: `http://localhost:${host().split(':')[1] ?? ''}` };
    const { status, body } = await page.send('GET', '/api/status', undefined, headers);
    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' })]);
  });

  it.each(['http://evil.example', 'http://localhost:1', 'https://{host}', 'null'])(
    'refuses the origin %s, whatever the token',
    async (origin) => {
      const headers = { ...bearer, origin: origin.replace('{host}', host()) };
      const { status, body } = await page.send('GET', '/api/status', undefined, headers);
      expect([status, body]).toEqual([403, expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' })]);
      expect((await page.send('OPTIONS', '/api/status', undefined, headers)).status).toBe(403);
    },
  );

  it('tells no other origin that it may read', async () => {
    const { headers } = await page.send('GET', '/api/status', undefined, bearer);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('refuses what another page of this machine made the browser send', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const { status } = await page.send('GET', '/api/status', undefined, { ...bearer, 'sec-fetch-site': site });
      expect(status).toBe(403);
    }
    const { status } = await page.send('GET', '/api/status', undefined, { ...bearer, 'sec-fetch-site': 'same-origin' });
    expect(status).toBe(200);
  });
});

describe('the cookie', () => {
  async function cookieOf(): Promise<string> {
    const { status, headers, body } = await page.send('POST', '/api/session', undefined, bearer);
    expect([status, body]).toEqual([200, { application: 'shop' }]);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      new RegExp(`^toolwright-studio-${host().split(':')[1] ?? ''}=[\\w-]{43}; Path=/api; HttpOnly; SameSite=Strict$`),
    );
    return cookie.split(';')[0] ?? '';
  }

  it('stands for the token, and is not the token', async () => {
    const cookie = await cookieOf();
    expect(cookie).not.toContain(TOKEN);
    expect((await page.send('GET', '/api/status', undefined, { cookie: `other=1; ${cookie}` })).status).toBe(200);
  });

  it('changes something only for a request of the page itself', async () => {
    const cookie = await cookieOf();
    const body = { visible: true };
    expect((await page.send('POST', '/api/content', body, { cookie })).status).toBe(401);
    expect((await page.send('POST', '/api/content', body, { cookie, origin: 'http://evil.example' })).status).toBe(403);
    expect((await page.send('POST', '/api/content', body, { cookie, origin: server.origin })).status).toBe(200);
  });

  it('is named by the port that the browser knows, so that several studios can be forwarded to', async () => {
    const forwarded = { host: 'localhost:5000' };
    const { headers } = await page.send('POST', '/api/session', undefined, { ...bearer, ...forwarded });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^toolwright-studio-5000=/);
    const own = { cookie: cookie.split(';')[0] ?? '' };
    expect((await page.send('GET', '/api/status', undefined, { ...own, ...forwarded })).status).toBe(200);
    expect((await page.send('GET', '/api/status', undefined, own)).status).toBe(401);
  });

  it('is forgotten when a hundred others were given', async () => {
    const first = await cookieOf();
    for (let count = 0; count < 100; count++) await cookieOf();
    expect((await page.send('GET', '/api/status', undefined, { cookie: first })).status).toBe(401);
  });
});

describe('where the studio listens', () => {
  it('has the token behind # of its address', () => {
    expect(server.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/#token=${TOKEN}$`));
  });

  it('makes a token of its own, another at each start', () => {
    const tokens = [
      new StudioServer(new Studio({ name: 'a' })).token,
      new StudioServer(new Studio({ name: 'a' })).token,
    ];
    expect(tokens[0]).toMatch(/^[\w-]{43}$/);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  it.each(['0.0.0.0', '192.168.0.1', '::', 'example.org'])('refuses the host %s and says why', (other) => {
    expect(() => new StudioServer(new Studio({ name: 'a' }), { host: other, port: 4000 })).toThrow(
      `studio.host=${other} could be reached from other machines. The studio shows what users and tools say, and runs ` +
        'tools: it listens on this machine only, such as at 127.0.0.1. To see it from elsewhere, forward the port ' +
        'through SSH: ssh -L 4000:127.0.0.1:4000 this-machine',
    );
  });

  it('refuses a token that could be guessed', () => {
    expect(() => new StudioServer(new Studio({ name: 'a' }), { token: 'short' })).toThrow(
      'studio.token must have at least 16 characters',
    );
  });

  it('fails if the port is taken', async () => {
    const port = Number(host().split(':')[1]);
    await expect(new StudioServer(new Studio({ name: 'a' }), { port }).listen()).rejects.toThrow('EADDRINUSE');
  });

  it('ends open connections when it is closed, twice as well', async () => {
    const socket = connect(Number(host().split(':')[1]), '127.0.0.1');
    await once(socket, 'connect');
    const ended = once(socket, 'close');
    await server.close();
    await ended;
    await server.close();
  });
});

describe('requests that are not as they must be', () => {
  it.each([
    ['POST', '/api/content', '{', 400, 'INVALID_REQUEST'],
    ['POST', '/api/content', { visible: 'yes' }, 400, 'INVALID_REQUEST'],
    ['POST', '/api/content', { visible: true, more: 1 }, 400, 'INVALID_REQUEST'],
    ['GET', '/api/turns/unknown', undefined, 404, 'NOT_FOUND'],
    ['GET', '/api/turns/%', undefined, 404, 'NOT_FOUND'],
    ['GET', '/api/unknown', undefined, 404, 'NOT_FOUND'],
    ['GET', '/api', undefined, 404, 'NOT_FOUND'],
    ['DELETE', '/api/turns', undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/api/content', undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/', undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/api/tools', undefined, 404, 'NOT_FOUND'],
    ['GET', '/api/conditions', undefined, 404, 'NOT_FOUND'],
    ['GET', '/api/configuration', undefined, 404, 'NOT_FOUND'],
    ['POST', '/api/chat', { message: 'Hello' }, 404, 'NOT_FOUND'],
  ] as const)('%s %s with %j is answered with %s', async (method, path, body, status, code) => {
    const answer = await page.send(method, path, body);
    expect([answer.status, answer.body]).toEqual([status, { code, message: expect.any(String) }]);
  });

  it('says where a body is wrong', async () => {
    const { body } = await page.send('POST', '/api/content', { visible: 'yes' });
    expect(body).toEqual({
      code: 'INVALID_REQUEST',
      message: 'The body is not as it must be: body/visible must be boolean',
    });
  });

  it('refuses a body of another type, as forms send it', async () => {
    const answer = await page.send('POST', '/api/content', undefined, { ...bearer, 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
  });

  it.each([2 ** 20, 20 * 2 ** 20])('refuses a body of more than %i bytes, and says so', async (size) => {
    const answer = await page.send('POST', '/api/content', { visible: true, text: 'x'.repeat(size) });
    expect([answer.status, answer.body]).toEqual([413, expect.objectContaining({ code: 'TOO_LARGE' })]);
  });
});

describe('the page', () => {
  it('is served without a token, with headers that let it talk to the studio only', async () => {
    const { status, headers, body } = await page.send('GET', '/', undefined, {});
    expect([status, body]).toEqual([200, '<!doctype html><title>Studio</title>']);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
  });

  it('has its files, and is served for the places within it', async () => {
    const script = await page.send('GET', '/assets/main.js', undefined, {});
    expect([script.status, script.body, script.headers['content-type'], script.headers['cache-control']]).toEqual([
      200,
      'export {};',
      'text/javascript; charset=utf-8',
      'private, max-age=31536000, immutable',
    ]);
    expect((await page.send('GET', '/turns/5', undefined, {})).body).toBe('<!doctype html><title>Studio</title>');
    expect((await page.send('GET', '/assets/other.js', undefined, {})).status).toBe(404);
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
    '/%00.txt',
  ])('gives nothing out for %s', async (path) => {
    const socket = connect(Number(host().split(':')[1]), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('\r\n\r\nsecret');
  });

  it('says so if it is not built', async () => {
    await server.close();
    await open({ page: join(folder, 'nothing') });
    const { status, headers, body } = await page.send('GET', '/', undefined, {});
    expect([status, headers['content-type'], body]).toEqual([
      503,
      'text/plain; charset=utf-8',
      'The page of the studio is not built. Run: npm run build\nThe studio itself runs; its data is below /api.\n',
    ]);
  });

  it('never lets an answer of the studio be kept', async () => {
    const { headers } = await page.send('GET', '/api/status');
    expect(headers['cache-control']).toBe('no-store');
  });
});
