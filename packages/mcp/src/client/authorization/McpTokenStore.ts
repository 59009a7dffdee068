import type { MaybePromise } from '@toolwright/core';
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '../../sdk/clientSdkTypes.js';

/** What one connection has got from an authorization server. All of it is secret, and all of it is plain JSON. */
export interface McpStoredAuthorization {
  /** Access and refresh token, their scope, and the issuer that they belong to. */
  readonly tokens?: StoredOAuthTokens | undefined;
  /** What the application was registered as, if it registered itself. */
  readonly client?: StoredOAuthClientInformation | undefined;
}

/** Keeps the tokens of connections, so that a user need not consent again. */
export abstract class McpTokenStore {
  /** @param key names the connection and the address of its server, so that no token reaches another server */
  abstract load(key: string): MaybePromise<McpStoredAuthorization | undefined>;

  /** Replaces what is stored under the key; an empty object removes it. */
  abstract save(key: string, authorization: McpStoredAuthorization): MaybePromise<void>;
}

/** Keeps tokens as long as the process runs; the default. */
export class InMemoryMcpTokenStore extends McpTokenStore {
  readonly #entries = new Map<string, McpStoredAuthorization>();

  override load(key: string): McpStoredAuthorization | undefined {
    return this.#entries.get(key);
  }

  override save(key: string, authorization: McpStoredAuthorization): void {
    if (authorization.tokens || authorization.client) this.#entries.set(key, authorization);
    else this.#entries.delete(key);
  }
}
