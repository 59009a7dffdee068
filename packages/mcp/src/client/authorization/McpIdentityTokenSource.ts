import type { MaybePromise } from '@toolwright/core';

/** Knows the identity of the user who is signed in to the company's identity provider, for the grant `jwt-bearer`. */
export abstract class McpIdentityTokenSource {
  /** The id token of that user. Asked for whenever a connection needs a new grant, so it can be renewed. */
  abstract idToken(connectionName: string): MaybePromise<string>;
}
