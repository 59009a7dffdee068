/* eslint-disable @typescript-eslint/no-deprecated -- the low-level server takes JSON Schema as it is */
import { Server } from '@modelcontextprotocol/server';

/** Effects that only the process around a server can have. */
export interface FixtureEffects {
  readonly crash?: () => void;
  readonly noise?: (text: string) => void;
  /** Crashes at its first call, and never again. */
  readonly crashOnce?: () => boolean;
}

const object = { type: 'object' as const, properties: {} };
const TOOLS = ['echo', 'env', 'hang', 'crash', 'noise', 'huge', 'meta', 'flaky'].map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: object,
  ...(['echo', 'flaky'].includes(name) && { annotations: { idempotentHint: true, readOnlyHint: true } }),
}));

function text(value: string): { content: { type: 'text'; text: string }[] } {
  return { content: [{ type: 'text', text: value }] };
}

/** A server of the SDK with tools that go wrong in every way. */
export function fixtureServer(effects: FixtureEffects = {}, name = 'fixture'): Server {
  const server = new Server(
    { name, version: '1.0.0' },
    { capabilities: { tools: { listChanged: true }, logging: {} } },
  );
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    switch (params.name) {
      case 'echo':
        return text(JSON.stringify(params.arguments ?? {}));
      case 'env':
        return text(JSON.stringify(process.env));
      case 'meta':
        return text(JSON.stringify(params._meta ?? null));
      case 'hang':
        await new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve, { once: true }));
        return text('aborted');
      case 'crash':
        effects.crash?.();
        return new Promise(() => undefined);
      case 'flaky':
        return effects.crashOnce?.() === true ? new Promise(() => undefined) : text('recovered');
      case 'noise':
        effects.noise?.('this is no JSON\n');
        return text('after noise');
      case 'huge':
        return text('x'.repeat(11 * 2 ** 20));
      default:
        throw Object.assign(new Error(`Unknown tool: ${params.name}`), { code: -32_602 });
    }
  });
  return server;
}
