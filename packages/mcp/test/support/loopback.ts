import { type AddressInfo, Server } from 'node:net';

// Loaded before the program of a server that would listen on all interfaces: it listens on this machine only, and says
// on standard error at which port.
const listen = Server.prototype.listen as (this: Server, options: object, listener?: () => void) => Server;
Server.prototype.listen = function (this: Server, port: unknown, ...rest: readonly unknown[]): Server {
  this.once('listening', () => {
    process.stderr.write(`listening on port ${(this.address() as AddressInfo).port}\n`);
  });
  const listener = rest.find((value) => typeof value === 'function') as (() => void) | undefined;
  return listen.call(this, { port: Number(port), host: '127.0.0.1' }, listener);
} as Server['listen'];
