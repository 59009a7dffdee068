import type { McpClient } from '@toolwright/mcp';

/** The connections of an application: stdio, Streamable HTTP, SSE, then those over transports of its own (MC-11). */
export class McpClients {
  constructor(readonly clients: readonly McpClient[]) {}

  /** The first connection of that name. */
  get(name: string): McpClient | undefined {
    return this.clients.find((client) => client.name === name);
  }

  /** Closes all of them at once; none keeps another one from closing (MC-19). */
  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
  }
}
