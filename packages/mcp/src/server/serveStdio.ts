import { createSdkServer } from './createSdkServer.js';
import type { McpServer } from './McpServer.js';
import { ProtocolOutput } from './ProtocolOutput.js';

/** A server over the standard streams of the process. */
export interface McpStdioServer {
  /** Fulfilled when the client has gone. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves one client over the standard streams of this process. Standard output belongs to the protocol from then on:
 * whatever else writes to it writes to standard error (MS-04). An application that may write earlier, while it is
 * constructed, claims it first with {@link ProtocolOutput.claim}.
 */
export async function serveStdio(server: McpServer): Promise<McpStdioServer> {
  const output = ProtocolOutput.claim();
  try {
    const { StdioServerTransport } = await import('../sdk/serverSdk.js');
    const sdkServer = await createSdkServer(server, {
      stateful: true,
      transportContext: () => ({}),
      roles: () => undefined,
    });
    const forget = sdkServer.onclose;
    const closed = new Promise<void>((resolve) => {
      sdkServer.onclose = () => {
        forget?.();
        output.release();
        resolve();
      };
    });
    await sdkServer.connect(new StdioServerTransport(process.stdin, output.stream));
    return { closed, close: () => sdkServer.close() };
  } catch (error) {
    output.release();
    throw error;
  }
}
