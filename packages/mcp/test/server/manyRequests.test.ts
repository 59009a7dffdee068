import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import { McpHttpServer, type McpHttpServerOptions, McpServer, McpTool } from '@toolwright/mcp';
import { until } from '../support/until.js';

const MEBIBYTE = 2 ** 20;
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});
const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'quick', arguments: {} } });

let log: RecordingLogProvider;
let agent: Agent;
let http: McpHttpServer;

beforeEach(() => {
  log = RecordingLogProvider.install();
  agent = new Agent({ keepAlive: true, maxSockets: 16 });
});

afterEach(async () => {
  agent.destroy();
  await http.close();
  log.uninstall();
});

async function listen(object: object, options: McpHttpServerOptions): Promise<void> {
  http = await new McpHttpServer(new McpServer().addObjects(object), options).listen();
}

/** Sends a message over one of a few connections that stay open. */
function post(message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(http.url, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    });
    sent.on('response', (response) => {
      let body = `${response.statusCode} `;
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve(body));
    });
    sent.on('error', reject);
    sent.end(message);
  });
}

async function postMany(count: number, message: string, answer: string): Promise<void> {
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const body = await post(message);
      if (!body.startsWith('200 ') || !body.includes(answer)) throw new Error(`Not the answer: ${body}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
}

/** Bytes in use after everything that nobody holds was collected. */
async function heapUsed(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await sleep(20);
  }
  return process.memoryUsage().heapUsed;
}

class Quick {
  @McpTool()
  quick(): string {
    return 'quick';
  }
}

describe('ten thousand requests', () => {
  it('[PX-12] leave nothing behind when clients never end their sessions', async () => {
    await listen(new Quick(), { sessionIdleTimeout: 50 });
    await postMany(500, INITIALIZE, 'serverInfo');
    await until(() => http.sessionCount === 0);
    const before = await heapUsed();
    await postMany(10_000, INITIALIZE, 'serverInfo');
    await until(() => http.sessionCount === 0);
    // As many sessions that stayed would hold more than 100 MiB.
    expect((await heapUsed()) - before).toBeLessThan(20 * MEBIBYTE);
  }, 600_000);

  it('[PX-12] [PX-13] leave nothing behind without sessions, and read the features once', async () => {
    let reads = 0;
    class Meta {
      get meta(): Readonly<Record<string, unknown>> {
        reads += 1;
        return { a: 1 };
      }
    }
    class Counted {
      @McpTool({ metaProvider: Meta })
      quick(): string {
        return 'quick';
      }
    }
    await listen(new Counted(), { stateless: true });
    await postMany(500, CALL, 'quick');
    const before = await heapUsed();
    await postMany(10_000, CALL, 'quick');
    expect((await heapUsed()) - before).toBeLessThan(20 * MEBIBYTE);
    expect(reads).toBe(1);
  }, 600_000);
});
