import { LoggerFactory } from '@toolwright/core';
import { anyResult } from './call/anyResult.js';
import { describeError } from './call/describeError.js';
import type { McpClientSettings } from './McpClientSettings.js';
import type { McpSession } from './McpSession.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** The resources whose changes a server is asked to tell. It forgets them with its session, so each new one asks again. */
export class FollowedResources {
  readonly #settings: McpClientSettings;
  readonly #uris = new Set<string>();

  constructor(settings: McpClientSettings) {
    this.#settings = settings;
  }

  add(uri: string): void {
    this.#uris.add(uri);
  }

  delete(uri: string): void {
    this.#uris.delete(uri);
  }

  /** Never rejects: a server that no longer has a resource does not break the connection. */
  async followAgain(session: McpSession): Promise<void> {
    await Promise.all([...this.#uris].map((uri) => this.#follow(session, uri)));
  }

  async #follow({ client, redactor }: McpSession, uri: string): Promise<void> {
    const { name, requestTimeout: timeout } = this.#settings;
    try {
      await client.request({ method: 'resources/subscribe', params: { uri } }, anyResult, { timeout });
    } catch (error) {
      const reason = redactor.redact(describeError(error));
      logger.warn(`MCP connection '${name}' could not subscribe to the resource '${uri}' again: ${reason}`);
    }
  }
}
