import { createSdkServer } from './createSdkServer.js';
import type { McpServer } from './McpServer.js';

/** A server over the standard streams of the process. */
export interface McpStdioServer {
  /** Fulfilled when the client has gone. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves one client over the standard streams of this process. Standard output belongs to the protocol from then on:
 * `console.log` and its like write to standard error (MS-04).
 */
export async function serveStdio(server: McpServer): Promise<McpStdioServer> {
  const { StdioServerTransport } = await import('../sdk/serverSdk.js');
  const restore = keepStandardOutputClean();
  const sdkServer = await createSdkServer(server.features, server.settings, {
    stateful: true,
    transportContext: () => ({}),
    roles: () => undefined,
  });
  const announce = sdkServer.onclose;
  const closed = new Promise<void>((resolve) => {
    sdkServer.onclose = () => {
      announce?.();
      restore();
      resolve();
    };
  });
  await sdkServer.connect(new StdioServerTransport());
  return { closed, close: () => sdkServer.close() };
}

function keepStandardOutputClean(): () => void {
  const original = { log: console.log, info: console.info, debug: console.debug };
  const toStandardError = (...values: readonly unknown[]): void => console.error(...values);
  Object.assign(console, { log: toStandardError, info: toStandardError, debug: toStandardError });
  return () => Object.assign(console, original);
}
