// Loaded before the suite: its servers would listen on all interfaces, and ask for their port before a lookup of a name
// could end. This changes what every `listen` of the pinned Node.js comes down to.
import { Server } from 'node:net';

const listen = Server.prototype._listen2;
if (typeof listen !== 'function') throw new Error('This Node.js listens in another way; see loopback.mjs');
Server.prototype._listen2 = function (address, port, addressType, ...rest) {
  return address
    ? listen.call(this, address, port, addressType, ...rest)
    : listen.call(this, '127.0.0.1', port, 4, ...rest);
};
