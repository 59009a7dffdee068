import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MaybePromise } from '@toolwright/core';

/** A request to the studio's data. */
export interface ApiRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** What stands in the place of `:name` in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Reads and checks the body. */
  readonly body: () => Promise<unknown>;
}

/** What a request is answered with, as JSON. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One kind of request. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** `/api/turns/:id`. */
  readonly path: string;
  /** @returns null if the response was given already */
  readonly handle: (request: ApiRequest) => MaybePromise<ApiAnswer | null>;
}

/** An answer to a request that went well. */
export function answer(body: unknown, status = 200): ApiAnswer {
  return { status, body };
}

/** The parameters in a path; null if it is another one. */
export function matchPath(route: Route, path: string): Readonly<Record<string, string>> | null {
  const wanted = route.path.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] as string;
    if (!part.startsWith(':')) {
      if (part !== text) return null;
      continue;
    }
    const decoded = decode(text);
    if (decoded === null || decoded === '') return null;
    params[part.slice(1)] = decoded;
  }
  return params;
}

/** A part of a path without escapes; null if they are broken. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
