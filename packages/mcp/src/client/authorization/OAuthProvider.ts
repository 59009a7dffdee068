import { lazyPackage } from '@toolwright/core';
import type {
  AddClientAuthentication,
  FetchLike,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '../../sdk/clientSdkTypes.js';
import type {
  AuthorizationCodeSettings,
  ClientCredentialsSettings,
  JwtBearerSettings,
  McpAuthorizationSettings,
} from './McpAuthorizationSettings.js';
import { InMemoryMcpTokenStore, type McpStoredAuthorization, type McpTokenStore } from './McpTokenStore.js';

const nodeCrypto = lazyPackage<typeof import('node:crypto')>('node:crypto', import.meta.url);

/** Where the browser is sent after consent, unless it is said otherwise. */
export const DEFAULT_REDIRECT_URL = 'http://127.0.0.1:33418/callback';

/**
 * What the SDK's authorization asks its application for: who the client is, where tokens are kept, what a token request
 * consists of. Holds the state of one authorization at a time.
 */
export class OAuthProvider implements OAuthClientProvider {
  readonly clientMetadata: OAuthClientMetadata;
  readonly redirectUrl: string | undefined;
  readonly clientMetadataUrl?: string;
  readonly addClientAuthentication?: AddClientAuthentication;
  readonly saveClientInformation?: (client: StoredOAuthClientInformation) => Promise<void>;
  readonly prepareTokenRequest?: (scope?: string) => Promise<URLSearchParams>;
  /** The address to open, once the SDK has come to it. */
  authorizationUrl: URL | undefined;
  #fetch: FetchLike = fetch;
  #state = '';
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  #issuer = '';
  #resource: string | undefined;
  #stored: McpStoredAuthorization | undefined;
  /** Who the user is, and the grant that was given for it. */
  #assertions: readonly string[] = [];
  readonly #connectionName: string;
  readonly #settings: McpAuthorizationSettings;
  readonly #store: McpTokenStore;
  readonly #key: string;

  constructor(connectionName: string, serverUrl: URL, settings: McpAuthorizationSettings) {
    this.#connectionName = connectionName;
    this.#settings = settings;
    this.#store = settings.tokenStore ?? new InMemoryMcpTokenStore();
    this.#key = `${connectionName} ${serverUrl.origin}${serverUrl.pathname}`;
    this.clientMetadata = clientMetadataOf(settings);
    this.redirectUrl = this.clientMetadata.redirect_uris[0];
    if (settings.grant === 'authorization-code') {
      if (settings.clientMetadataUrl !== undefined) this.clientMetadataUrl = settings.clientMetadataUrl;
      // Without this method the SDK takes the client as registered beforehand.
      if (settings.clientId === undefined) this.saveClientInformation = (client) => this.#save({ client });
    } else if (settings.grant === 'client-credentials') {
      this.prepareTokenRequest = async (scope) => grantRequest({ grant_type: 'client_credentials' }, scope);
      const { clientId, privateKey, privateKeyAlgorithm: alg = 'RS256' } = settings;
      if (privateKey !== undefined) {
        this.addClientAuthentication = async (...request) => {
          const { createPrivateKeyJwtAuth } = await import('../../sdk/clientSdk.js');
          return createPrivateKeyJwtAuth({ issuer: clientId, subject: clientId, privateKey, alg })(...request);
        };
      }
    } else {
      this.prepareTokenRequest = (scope) => this.#exchangeIdentity(settings, scope);
    }
  }

  /** Values that must not get into logs and messages. */
  get secrets(): readonly string[] {
    const { tokens, client } = this.#stored ?? {};
    const { clientId, clientSecret, privateKey } = this.#settings as Partial<ClientCredentialsSettings>;
    const { identityProvider } = this.#settings as Partial<JwtBearerSettings>;
    const registered = client as { readonly client_secret?: string } | undefined;
    const basic = clientSecret && Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    return [
      ...[clientSecret, basic, privateKey, identityProvider?.clientSecret, registered?.client_secret],
      ...[tokens?.access_token, tokens?.refresh_token, this.#verifier, this.#state, ...this.#assertions],
    ].filter((value) => value !== undefined);
  }

  /** Begins an authorization: what was found out for the last one is forgotten, what is stored is read anew. */
  async begin(fetch: FetchLike): Promise<void> {
    this.#fetch = fetch;
    this.#discovery = undefined;
    this.#resource = undefined;
    this.authorizationUrl = undefined;
    this.#stored = (await this.#store.load(this.#key)) ?? {};
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    this.#stored ??= (await this.#store.load(this.#key)) ?? {};
    return this.#stored.tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    return this.#save({ tokens });
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret, issuer } = this.#settings as AuthorizationCodeSettings;
    if (clientId === undefined) return this.#stored?.client;
    return {
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
      ...(issuer !== undefined && { issuer }),
    };
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all' || scope === 'tokens') await this.#save({ tokens: undefined });
    if (scope === 'all' || scope === 'client') await this.#save({ client: undefined });
    if (scope === 'all' || scope === 'verifier') this.#verifier = '';
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined;
  }

  state(): string {
    this.#state = nodeCrypto().randomBytes(32).toString('base64url');
    return this.#state;
  }

  redirectToAuthorization(authorizationUrl: URL): void {
    this.authorizationUrl = authorizationUrl;
  }

  /** Whether an answer belongs to the authorization that was begun; true once only. */
  takeState(state: string | null): boolean {
    const expected = this.#state;
    this.#state = '';
    return expected !== '' && state === expected;
  }

  get currentState(): string {
    return this.#state;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  /** Called before anything is sent to the authorization server. */
  saveAuthorizationServerUrl(issuer: string): void {
    const { issuer: expected } = this.#settings;
    if (expected !== undefined && withoutSlash(expected) !== withoutSlash(issuer)) {
      throw new Error(`the server names the authorization server ${issuer}, but ${expected} is configured`);
    }
    this.#issuer = issuer;
  }

  saveResourceUrl(resource: string): void {
    this.#resource = resource;
  }

  async #save(change: McpStoredAuthorization): Promise<void> {
    this.#stored = { ...this.#stored, ...change };
    await this.#store.save(this.#key, this.#stored);
  }

  async #exchangeIdentity(settings: JwtBearerSettings, scope: string | undefined): Promise<URLSearchParams> {
    const { issuer, tokenEndpoint, clientId, clientSecret, idToken } = settings.identityProvider;
    if (this.#resource === undefined) {
      throw new Error('The server does not publish which resource it is, which this grant needs');
    }
    const sdk = await import('../../sdk/clientSdk.js');
    const identity = await idToken(this.#connectionName);
    this.#assertions = [identity];
    const exchange = {
      audience: this.#issuer,
      resource: this.#resource,
      idToken: identity,
      clientId,
      ...(clientSecret !== undefined && { clientSecret }),
      ...(scope !== undefined && { scope }),
      fetchFn: this.#fetch,
    };
    const { jwtAuthGrant } =
      tokenEndpoint === undefined
        ? await sdk.discoverAndRequestJwtAuthGrant({ ...exchange, idpUrl: issuer ?? '' })
        : await sdk.requestJwtAuthorizationGrant({ ...exchange, tokenEndpoint });
    this.#assertions = [identity, jwtAuthGrant];
    return grantRequest({ grant_type: JWT_BEARER, assertion: jwtAuthGrant }, scope);
  }
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

function clientMetadataOf(settings: McpAuthorizationSettings): OAuthClientMetadata {
  const scope = settings.scopes?.join(' ') ?? '';
  const common = { ...(scope !== '' && { scope }) };
  switch (settings.grant) {
    case 'authorization-code':
      return {
        ...common,
        client_name: settings.clientName ?? 'Toolwright',
        redirect_uris: [settings.redirectUrl ?? DEFAULT_REDIRECT_URL],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      };
    case 'client-credentials':
      return { ...common, redirect_uris: [], grant_types: ['client_credentials'] };
    case 'jwt-bearer':
      return { ...common, redirect_uris: [], grant_types: [JWT_BEARER] };
  }
}

function grantRequest(parameters: Record<string, string>, scope: string | undefined): URLSearchParams {
  return new URLSearchParams({ ...parameters, ...(scope !== undefined && { scope }) });
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
