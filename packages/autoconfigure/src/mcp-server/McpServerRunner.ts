import { ApplicationRunner } from '@toolwright/boot';
import { LoggerFactory } from '@toolwright/core';
import { type McpHttpServer, type McpServer, serveStdio } from '@toolwright/mcp';

const logger = LoggerFactory.getLogger('toolwright.autoconfigure.mcp');

/** Opens the server to clients when the application has started, and ends it with the context. */
export class McpServerRunner extends ApplicationRunner {
  readonly #server: McpServer;
  readonly #http: McpHttpServer | undefined;
  readonly #fill: (server: McpServer) => Promise<void>;
  #stop: (() => Promise<void>) | undefined;

  /**
   * @param http undefined to serve over the standard streams
   * @param fill adds what the application offers
   */
  constructor(server: McpServer, http: McpHttpServer | undefined, fill: (server: McpServer) => Promise<void>) {
    super();
    this.#server = server;
    this.#http = http;
    this.#fill = fill;
  }

  /** Where clients find the server; undefined over the standard streams, and before it listens. */
  get url(): string | undefined {
    return this.#stop && this.#http?.url;
  }

  override async run(): Promise<void> {
    await this.#fill(this.#server);
    if (this.#http) {
      const http = await this.#http.listen();
      this.#stop = () => http.close();
      logger.info(`The MCP server listens at ${http.url}`);
      return;
    }
    const stdio = await serveStdio(this.#server);
    this.#stop = () => stdio.close();
  }

  async close(): Promise<void> {
    const stop = this.#stop;
    this.#stop = undefined;
    await stop?.();
  }
}
