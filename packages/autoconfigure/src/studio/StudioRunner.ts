import { ApplicationRunner, HIGHEST_PRECEDENCE } from '@toolwright/boot';
import { LoggerFactory } from '@toolwright/core';
import type { StudioServer } from '@toolwright/studio';

const logger = LoggerFactory.getLogger('toolwright.studio');

/** Opens the studio when the application has started, before its other runners, and closes it with the context. */
export class StudioRunner extends ApplicationRunner {
  readonly order = HIGHEST_PRECEDENCE;
  readonly #server: StudioServer;

  constructor(server: StudioServer) {
    super();
    this.#server = server;
  }

  /** The address for a browser, with the token; the studio must be open. */
  get url(): string {
    return this.#server.url;
  }

  override async run(): Promise<void> {
    await this.#server.listen();
    // A warning, so that it is seen: the address is needed, and a studio in production is a mistake.
    logger.warn(`The studio is open at ${this.#server.url}`);
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}
