import type { IncomingHttpHeaders } from 'node:http';
import type { MaybePromise } from '@toolwright/core';

/** Who calls. */
export interface McpPrincipal {
  /** Who it is, the same for every request; a session belongs to one. */
  readonly name: string;
  /** What it may see and call of tools that name roles. */
  readonly roles?: readonly string[];
  /** Further facts, for `transportContext`. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** A refused request. */
export interface McpAuthenticationFailure {
  /** 401: no or wrong credentials; 403: the credentials do not allow it. */
  readonly status: 401 | 403;
  /** For `WWW-Authenticate`: `error`, `scope`, `resource_metadata` and the like. */
  readonly challenge?: Readonly<Record<string, string>>;
}

/** Verifies the credentials of every HTTP request to a server, such as a bearer token. */
export abstract class McpAuthenticator {
  abstract authenticate(headers: IncomingHttpHeaders): MaybePromise<McpPrincipal | McpAuthenticationFailure>;
}
