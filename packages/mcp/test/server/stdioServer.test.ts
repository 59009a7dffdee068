import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import { McpClient, stdioTransport } from '@toolwright/mcp';
import { until } from '../support/until.js';

const FIXTURE = fileURLToPath(new URL('../support/stdioServerFixture.js', import.meta.url));

let log: RecordingLogProvider;

beforeEach(() => {
  log = RecordingLogProvider.install();
});

afterEach(() => {
  log.uninstall();
});

it('[MS-04] a server over the standard streams keeps its output for the protocol', async () => {
  const client = McpClient.builder('own')
    .transport(stdioTransport('own', { command: process.execPath, args: [FIXTURE] }))
    .build();
  try {
    expect((await client.initialize()).serverInfo.name).toBe('stdio');
    expect(await client.callTool({ name: 'chatty', arguments: {} })).toEqual({
      content: [{ type: 'text', text: 'quiet' }],
    });
    await until(() => log.messages('info').length === 2);
    expect(log.messages('info')).toEqual(['this must not reach standard output', 'nor this']);
  } finally {
    await client.close();
  }
});
