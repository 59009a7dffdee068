import type { PausableLimits } from '../call/PausableLimits.js';
import type { Transport } from '../../sdk/clientSdkTypes.js';

/** How a connection reaches its server. A transport serves one connection, so each one gets a new transport. */
export interface McpTransportFactory {
  readonly kind: 'stdio' | 'streamable-http' | 'sse' | 'custom';
  /** Whether the server runs on this machine: a child process or a loopback address. */
  readonly local: boolean;
  /** Values that must not get into logs and messages; read whenever something is written. */
  readonly secrets: readonly string[];
  /** @internal Where limits of requests are told to stand still while a user is asked for consent. */
  readonly limits?: PausableLimits;
  create(): Promise<Transport>;
}
