import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostnameOf, isLoopback, requireArgument } from '@toolwright/core';
import { RequestProblem } from './RequestProblem.js';

/** Sessions of pages that are remembered; the oldest is forgotten for another one. */
const MAX_SESSIONS = 100;

/** Characters that a token of one's own must have at least. */
const SHORTEST_TOKEN = 16;

/**
 * Decides who may talk to the studio. The server listens on this machine only, but every page in a browser on this machine
 * can send requests to it: so requests must have a name of this machine as their host, which stops pages whose own name was
 * bound to this machine; must not come from another origin; and must carry the token, or the cookie that it was exchanged
 * for. The port of the host may be any: a browser elsewhere comes through one that was forwarded.
 */
export class StudioAccess {
  /** What a page must know. */
  readonly token: string;
  readonly #digest: Buffer;
  readonly #sessions = new Set<string>();

  /**
   * @param token default random
   * @throws {IllegalArgumentException} `studio.token must have at least 16 characters`
   */
  constructor(token: string = randomBytes(32).toString('base64url')) {
    requireArgument(token.length >= SHORTEST_TOKEN, `studio.token must have at least ${SHORTEST_TOKEN} characters`);
    this.token = token;
    this.#digest = digestOf(token);
  }

  /** @throws {RequestProblem} if the request is not made to this server by one of its own pages, or by no page at all */
  requireOwn({ headers: { host = '', origin } }: IncomingMessage): void {
    const url = `http://${host}`;
    const name = hostnameOf(url)?.replace(/^\[(.*)\]$/, '$1');
    if (name === undefined || !isLoopback(name)) {
      throw new RequestProblem(403, 'HOST_NOT_ALLOWED', 'The studio answers to names of this machine only.');
    }
    if (origin !== undefined && origin !== url) {
      throw new RequestProblem(403, 'ORIGIN_NOT_ALLOWED', 'The studio answers to its own page only.');
    }
  }

  /** @throws {RequestProblem} if the request has neither token nor cookie, or was made for another page */
  requireAuthorized(request: IncomingMessage): void {
    const { headers, method } = request;
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      throw new RequestProblem(403, 'ORIGIN_NOT_ALLOWED', 'The studio answers to its own page only.');
    }
    if (headers.authorization !== undefined) {
      this.requireToken(request);
      return;
    }
    const session = this.#sessionOf(request);
    if (session === undefined || !this.#sessions.has(session)) throw unauthorized();
    // Browsers name the origin of every request that changes something.
    if (method !== 'GET' && headers.origin === undefined) throw unauthorized();
  }

  /** @throws {RequestProblem} if the request does not carry the token itself */
  requireToken({ headers }: IncomingMessage): void {
    const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    if (given === undefined || !timingSafeEqual(digestOf(given), this.#digest)) throw unauthorized();
  }

  /** Begins a session. @returns the `Set-Cookie` header that lets the page in from now on */
  startSession(request: IncomingMessage): string {
    const session = randomBytes(32).toString('base64url');
    for (const oldest of this.#sessions) {
      if (this.#sessions.size < MAX_SESSIONS) break;
      this.#sessions.delete(oldest);
    }
    this.#sessions.add(session);
    return `${cookieName(request)}=${session}; Path=/api; HttpOnly; SameSite=Strict`;
  }

  #sessionOf(request: IncomingMessage): string | undefined {
    const prefix = `${cookieName(request)}=`;
    const cookies = (request.headers.cookie ?? '').split('; ');
    return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
  }
}

function unauthorized(): RequestProblem {
  return new RequestProblem(401, 'UNAUTHORIZED', 'Open the address that was printed when the application started.');
}

/** Servers on other ports share the cookies of a name: so the port is part of theirs, as the browser knows it. */
function cookieName({ headers: { host = '' } }: IncomingMessage): string {
  return `toolwright-studio-${new URL(`http://${host}`).port || '80'}`;
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
