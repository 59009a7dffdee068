import type { IncomingMessage } from 'node:http';
import { IllegalArgumentException, lazyPackage } from '@toolwright/core';
import type { IPv6 } from 'ipaddr.js';

const net = lazyPackage<typeof import('node:net')>('node:net', import.meta.url);
const ipaddr = lazyPackage<typeof import('ipaddr.js')>('ipaddr.js', import.meta.url);

type Trust = (address: string, hop: number) => boolean;

/**
 * Whose address a request has. What proxies say is believed only as far as they are trusted, so that nobody can give itself
 * the address of another one, or one for each request.
 */
export class ClientAddresses {
  readonly #addressOf: (request: IncomingMessage) => string;

  private constructor(addressOf: (request: IncomingMessage) => string) {
    this.#addressOf = addressOf;
  }

  /**
   * @param trustedProxies as in {@link McpHttpServerOptions}
   * @throws {IllegalArgumentException} if an entry is no number of proxies, address, network or name of networks
   */
  static async create(trustedProxies: number | readonly string[] = []): Promise<ClientAddresses> {
    if (trustedProxies === 0 || (Array.isArray(trustedProxies) && trustedProxies.length === 0)) {
      return new ClientAddresses(addressOfSocket);
    }
    const { default: proxyAddr } = await import('proxy-addr');
    const trust =
      typeof trustedProxies === 'number' ? hops(trustedProxies) : networks(trustedProxies, proxyAddr.compile);
    return new ClientAddresses((request) => {
      const addresses = proxyAddr.all(request, (address, hop) => trust(withoutPort(address), hop)).map(withoutPort);
      // The last one is the first that is not trusted; a proxy that does not know its client says no address.
      return addresses.reverse().find((address) => net().isIP(address) > 0) ?? addressOfSocket(request);
    });
  }

  /** The address of whoever sends the request; for IPv6 its network, in which a client has any number of addresses. */
  of(request: IncomingMessage): string {
    if (request.socket.remoteAddress === undefined) return 'unknown';
    const address = ipaddr().process(this.#addressOf(request));
    if (address.kind() === 'ipv4') return address.toString();
    const network = (address as IPv6).parts.slice(0, 4).map((part) => part.toString(16));
    return `${network.join(':')}::/64`;
  }
}

function addressOfSocket({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}

function hops(count: number): Trust {
  if (!Number.isInteger(count) || count < 0) {
    throw new IllegalArgumentException(`The number of trusted proxies must be a whole number from 0, but is ${count}`);
  }
  return (_address, hop) => hop < count;
}

function networks(trusted: readonly string[], compile: (entries: string[]) => Trust): Trust {
  try {
    return compile([...trusted]);
  } catch (cause) {
    throw new IllegalArgumentException(
      `Trusted proxies (mcp.server.http.trusted-proxies) are their number, or addresses, networks such as 10.0.0.0/8, and loopback, linklocal or uniquelocal: ${String(cause)}`,
      { cause },
    );
  }
}

/** Some proxies add the port of the connection. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
