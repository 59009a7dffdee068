import { IllegalStateException } from '@toolwright/core';
import type { Transport } from '../../sdk/clientSdkTypes.js';
import type { McpTransportFactory } from './McpTransportFactory.js';

/**
 * A connection over a transport of the application's own (MC-18). Give a function where the connection is to be opened
 * again after it broke: a transport can be used once only.
 */
export class NamedClientMcpTransport {
  readonly factory: McpTransportFactory;

  /** @param options `local`: whether the server runs on this machine; default false */
  constructor(
    readonly name: string,
    transport: Transport | (() => Transport | Promise<Transport>),
    options: { readonly local?: boolean } = {},
  ) {
    let used = false;
    const create = async (): Promise<Transport> => {
      if (typeof transport === 'function') return transport();
      if (used) {
        throw new IllegalStateException(
          `The transport of MCP connection '${name}' was used and cannot be used again. Supply a function that makes a transport.`,
        );
      }
      used = true;
      return transport;
    };
    this.factory = { kind: 'custom', local: options.local ?? false, secrets: [], create };
  }
}
