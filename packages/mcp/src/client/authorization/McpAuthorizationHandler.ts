import type { MaybePromise } from '@toolwright/core';

/** A user has to allow the application to use a server. */
export interface McpAuthorizationRequest {
  readonly connectionName: string;
  /** What the user's browser has to open; `http` or `https`. */
  readonly authorizationUrl: URL;
  /** Where the browser is sent afterwards. */
  readonly redirectUrl: URL;
  /** The value of `state` that the answer must have. Checked by the client as well. */
  readonly state: string;
  /** Fires when nobody waits for the answer any more, or the user took too long. */
  readonly signal: AbortSignal;
}

/** Asks a user for consent. */
export abstract class McpAuthorizationHandler {
  /**
   * Lets the user open `authorizationUrl` and waits for the answer.
   *
   * @returns the complete address that the browser was sent to, with `code` and `state`, or its query
   */
  abstract authorize(request: McpAuthorizationRequest): MaybePromise<URL | URLSearchParams | string>;

  /** A handler that is a function. */
  static of(
    authorize: (request: McpAuthorizationRequest) => MaybePromise<URL | URLSearchParams | string>,
  ): McpAuthorizationHandler {
    return new FunctionHandler(authorize);
  }
}

class FunctionHandler extends McpAuthorizationHandler {
  constructor(override readonly authorize: McpAuthorizationHandler['authorize']) {
    super();
  }
}
