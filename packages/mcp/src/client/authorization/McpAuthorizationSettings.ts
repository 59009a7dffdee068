import type { MaybePromise } from '@toolwright/core';
import type { McpAuthorizationHandler } from './McpAuthorizationHandler.js';
import type { McpTokenStore } from './McpTokenStore.js';

/** What every way to a token has in common. */
interface CommonSettings {
  /** Asked for, beside those that the server asks for; default: what the server says that it supports. */
  readonly scopes?: readonly string[] | undefined;
  /** The issuer that the credentials belong to. They are sent to no other authorization server, whatever the server says. */
  readonly issuer?: string | undefined;
  /**
   * Whether the metadata of an authorization server must name the issuer that they were found at (RFC 8414, 3.3); default
   * true. Turn it off for servers that are known to publish another one only: the check keeps servers from posing as others.
   */
  readonly verifyIssuer?: boolean | undefined;
  /** Default: in memory. */
  readonly tokenStore?: McpTokenStore | undefined;
  /** How often one request may ask for more scopes before it fails; default 1. */
  readonly maxStepUps?: number | undefined;
  /** Milliseconds that a request to an authorization server may take; default 20 s. */
  readonly requestTimeout?: number | undefined;
}

/** A user consents in a browser (authorization code with PKCE). */
export interface AuthorizationCodeSettings extends CommonSettings {
  readonly grant: 'authorization-code';
  readonly handler: McpAuthorizationHandler;
  /** Where the browser is sent after consent; default `http://127.0.0.1:33418/callback`. */
  readonly redirectUrl?: string | undefined;
  /** Of a client that was registered beforehand; without it the client registers itself. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The HTTPS address of a document that describes the client, and its id where the authorization server takes such. */
  readonly clientMetadataUrl?: string | undefined;
  /** What the user gets to read; default `Toolwright`. */
  readonly clientName?: string | undefined;
  /** Milliseconds that a user has to consent; default 5 minutes. The time of requests stands still meanwhile. */
  readonly consentTimeout?: number | undefined;
}

/** The application acts for itself. */
export interface ClientCredentialsSettings extends CommonSettings {
  readonly grant: 'client-credentials';
  readonly clientId: string;
  /** This or `privateKey`. */
  readonly clientSecret?: string | undefined;
  /** PKCS #8 in PEM; the client proves who it is by a signed token. */
  readonly privateKey?: string | undefined;
  /** Of the signature, such as `RS256` or `ES256`; default `RS256`. */
  readonly privateKeyAlgorithm?: string | undefined;
}

/** A user who signed in to the company's identity provider needs no consent of their own (SEP-990). */
export interface JwtBearerSettings extends CommonSettings {
  readonly grant: 'jwt-bearer';
  readonly clientId: string;
  readonly clientSecret: string;
  readonly identityProvider: McpIdentityProvider;
}

/** Exchanges the identity of a user for a grant. */
export interface McpIdentityProvider {
  /** This or `tokenEndpoint`. */
  readonly issuer?: string | undefined;
  readonly tokenEndpoint?: string | undefined;
  /** What the application is called there. */
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** The id token of the user who is signed in; asked for whenever a grant is needed. */
  readonly idToken: (connectionName: string) => MaybePromise<string>;
}

/** How a connection gets its tokens (OAuth 2.1 as MCP profiles it). */
export type McpAuthorizationSettings = AuthorizationCodeSettings | ClientCredentialsSettings | JwtBearerSettings;
