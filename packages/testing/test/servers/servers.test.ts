import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  isPostgresInstalled,
  isRedisInstalled,
  startPostgres,
  startRedis,
  type TestServer,
} from '@toolwright/testing/servers';

/** Sends commands and reads as many characters as the expected reply has. */
async function send({ port }: TestServer, commands: string, length: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write(`${commands}\r\n`);
    let reply = '';
    while (reply.length < length) reply += String((await once(socket, 'data'))[0]);
    return reply;
  } finally {
    socket.destroy();
  }
}

const foldersOf = (kind: string): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`toolwright-${kind}-`));

(isRedisInstalled() ? describe : describe.skip)('a Redis server of a test', () => {
  it('keeps its data over a crash and leaves nothing behind', async () => {
    const before = foldersOf('redis');
    const server = await startRedis('--requirepass', 'secret');
    try {
      const { url, port } = server;
      expect(url).toBe(`redis://127.0.0.1:${port}`);
      expect(await send(server, 'PING', 7)).toContain('NOAUTH');
      expect(await send(server, 'AUTH secret\r\nSET a 1', 10)).toBe('+OK\r\n+OK\r\n');
      await server.kill();
      await expect(send(server, 'PING', 1)).rejects.toThrow('ECONNREFUSED');
      await server.restart();
      expect(server.port).toBe(port);
      expect(await send(server, 'AUTH secret\r\nGET a', 12)).toBe('+OK\r\n$1\r\n1\r\n');
    } finally {
      await server.stop();
    }
    await server.stop();
    expect(foldersOf('redis').filter((name) => !before.includes(name))).toEqual([]);
  });

  it('tells why it does not start', async () => {
    await expect(startRedis('--no-such-option', '1')).rejects.toThrow('no-such-option');
  });
});

(isPostgresInstalled() ? describe : describe.skip)('a PostgreSQL server of a test', () => {
  it('starts, crashes, starts again and leaves nothing behind', async () => {
    const before = foldersOf('postgres');
    const server = await startPostgres();
    const folder = foldersOf('postgres').filter((name) => !before.includes(name));
    try {
      expect(server.url).toBe(`postgres://postgres@127.0.0.1:${server.port}/postgres`);
      await server.kill();
      await expect(send(server, '', 1)).rejects.toThrow('ECONNREFUSED');
      await server.restart();
    } finally {
      await server.stop();
    }
    expect(folder).not.toEqual([]);
    expect(folder.some((name) => existsSync(join(tmpdir(), name)))).toBe(false);
  });
});
