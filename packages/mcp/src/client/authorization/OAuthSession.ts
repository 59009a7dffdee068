import { onOneLine } from '@toolwright/core';
import type { FetchLike } from '../../sdk/clientSdkTypes.js';
import { abortable } from '../call/abortable.js';
import { describeError } from '../call/describeError.js';
import { PausableLimits } from '../call/PausableLimits.js';
import { McpAuthorizationException } from '../exception/McpAuthorizationException.js';
import { limitedFetch } from '../transport/limitedFetch.js';
import { Redactor } from '../transport/Redactor.js';
import { isLoopback } from '../transport/isLoopback.js';
import type { McpAuthorizationSettings } from './McpAuthorizationSettings.js';
import { OAuthProvider } from './OAuthProvider.js';

type ClientSdk = typeof import('../../sdk/clientSdk.js');

/** What a server answered instead of doing what it was asked. */
export interface AuthorizationChallenge {
  /** Whether the token was good, but allows too little. */
  readonly insufficientScope: boolean;
  readonly scope?: string | undefined;
  readonly resourceMetadataUrl?: URL | undefined;
}

interface Consent {
  readonly authorizationCode: string;
  readonly iss?: string;
}

interface Flight {
  /** Whether an authorization took place. */
  readonly outcome: Promise<boolean>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * The authorization of one connection. However many requests are refused at once, one authorization runs; it ends when
 * nobody waits for it any more.
 */
export class OAuthSession {
  /** Limits of requests that stand still while the user is asked. */
  readonly limits = new PausableLimits();
  readonly maxStepUps: number;
  readonly #connectionName: string;
  readonly #serverUrl: URL;
  readonly #settings: McpAuthorizationSettings;
  readonly #provider: OAuthProvider;
  #flight: Flight | undefined;
  #scope: string | undefined;

  constructor(connectionName: string, serverUrl: URL, settings: McpAuthorizationSettings) {
    this.#connectionName = connectionName;
    this.#serverUrl = serverUrl;
    this.#settings = settings;
    this.maxStepUps = settings.maxStepUps ?? 1;
    this.#provider = new OAuthProvider(connectionName, serverUrl, settings);
    this.#scope = settings.scopes?.join(' ') || undefined;
  }

  get secrets(): readonly string[] {
    return this.#provider.secrets;
  }

  /** The token for a request to `url`, if there is one; other servers than the connection's get none. */
  async tokenFor(url: string | URL): Promise<string | undefined> {
    if (new URL(url).origin !== this.#serverUrl.origin) return undefined;
    return (await this.#provider.tokens())?.access_token;
  }

  /**
   * Gets a token that answers the challenge.
   *
   * @param used the token that was refused; if there is another one by now, that is left to be tried
   * @returns whether an authorization took place
   * @throws {McpAuthorizationException} if none can be had
   */
  async renew(
    challenge: AuthorizationChallenge,
    used: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const current = (await this.#provider.tokens())?.access_token;
    if (!this.#flight && current !== undefined && current !== used) return false;
    const flight = (this.#flight ??= this.#takeOff(challenge, used));
    flight.waiting += 1;
    try {
      return await abortable(flight.outcome, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) this.#land(flight);
    }
  }

  fail(reason: string): McpAuthorizationException {
    return new McpAuthorizationException(this.#connectionName, reason);
  }

  #takeOff(challenge: AuthorizationChallenge, used: string | undefined): Flight {
    const controller = new AbortController();
    const outcome = this.#authorize(challenge, used, controller.signal).catch((error: unknown) => {
      throw this.#explained(error);
    });
    const flight = { outcome, controller, waiting: 0 };
    const land = (): void => this.#land(flight);
    outcome.then(land, land);
    return flight;
  }

  /** It is over, or nobody wants to know any more; who comes later begins anew. */
  #land(flight: Flight): void {
    flight.controller.abort();
    if (this.#flight === flight) this.#flight = undefined;
  }

  async #authorize(
    { insufficientScope, scope, resourceMetadataUrl }: AuthorizationChallenge,
    used: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const sdk = await import('../../sdk/clientSdk.js');
    const fetchFn = this.#guardedFetch(signal);
    await this.#provider.begin(fetchFn);
    const tokens = await this.#provider.tokens();
    // Another process that shares the store was faster.
    if (tokens && tokens.access_token !== used) return false;
    this.#scope = sdk.computeScopeUnion(this.#scope, insufficientScope ? tokens?.scope : undefined, scope);
    const options = {
      serverUrl: this.#serverUrl,
      fetchFn,
      skipIssuerMetadataValidation: this.#settings.verifyIssuer === false,
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(this.#scope !== undefined && { scope: this.#scope }),
      // A refreshed token never allows more than the old one (RFC 6749, 6).
      forceReauthorization: insufficientScope && sdk.isStrictScopeSuperset(this.#scope, tokens?.scope),
    };
    if ((await sdk.auth(this.#provider, options)) === 'AUTHORIZED') return true;
    const answer = await this.#consent(signal);
    await sdk.auth(this.#provider, { ...options, ...answer });
    return true;
  }

  async #consent(signal: AbortSignal): Promise<Consent> {
    const settings = this.#settings;
    const { authorizationUrl, currentState: state, redirectUrl } = this.#provider;
    if (settings.grant !== 'authorization-code' || !authorizationUrl || redirectUrl === undefined) {
      throw this.fail('the authorization server wants the consent of a user');
    }
    if (authorizationUrl.protocol !== 'https:' && !this.#mayCall(authorizationUrl)) {
      throw this.fail(`the authorization server sends users to an address that is not HTTPS`);
    }
    const patience = AbortSignal.timeout(settings.consentTimeout ?? DEFAULT_CONSENT_TIMEOUT);
    const request = {
      connectionName: this.#connectionName,
      authorizationUrl,
      redirectUrl: new URL(redirectUrl),
      state,
      signal: AbortSignal.any([signal, patience]),
    };
    const answer = await this.limits.during(() =>
      abortable(Promise.resolve(settings.handler.authorize(request)), request.signal).catch((error: unknown) => {
        if (patience.aborted) throw this.fail('the user did not consent in time');
        throw error;
      }),
    );
    return this.#consentOf(parametersOf(answer));
  }

  /** The code of an answer that belongs to the request. The SDK compares `iss`. */
  #consentOf(parameters: URLSearchParams): Consent {
    if (!this.#provider.takeState(parameters.get('state'))) {
      throw this.fail("the answer's 'state' is not that of the request");
    }
    const error = parameters.get('error');
    if (error !== null) throw this.fail(`the authorization server answered '${onOneLine(error).slice(0, 60)}'`);
    const authorizationCode = parameters.get('code');
    if (authorizationCode === null) throw this.fail("the answer has no 'code'");
    const iss = parameters.get('iss');
    return { authorizationCode, ...(iss !== null && { iss }) };
  }

  /**
   * Calls authorization servers: HTTPS only, so that a server cannot make its clients call whatever they can reach;
   * addresses of this machine for servers of this machine. Redirections are followed under the same rule, but never with
   * what is posted. Headers of the connection are not sent.
   */
  #guardedFetch(signal: AbortSignal): FetchLike {
    const timeout = this.#settings.requestTimeout ?? DEFAULT_REQUEST_TIMEOUT;
    const send = limitedFetch(globalThis.fetch);
    return async (url, init) => {
      const limits = [signal, AbortSignal.timeout(timeout), ...(init?.signal ? [init.signal] : [])];
      const request: RequestInit = { ...init, redirect: 'manual', signal: AbortSignal.any(limits) };
      let target = new URL(url);
      for (let redirections = 0; ; redirections += 1) {
        if (!this.#mayCall(target)) throw this.fail(`${target.origin} is not called, because it is not HTTPS`);
        const response = await send(target, request);
        const location = REDIRECTIONS.has(response.status) ? response.headers.get('location') : null;
        if (location === null) return response.ok ? response : this.#redacted(response);
        await response.body?.cancel();
        if ((request.method ?? 'GET') !== 'GET' || redirections === MAX_REDIRECTIONS) {
          throw this.fail(`a redirection of ${target.origin} is not followed`);
        }
        target = new URL(location, target);
      }
    };
  }

  /** The SDK logs what an authorization server says about an error, which may quote the request. */
  async #redacted(response: Response): Promise<Response> {
    const { status, headers } = response;
    if (status < 400) return response;
    return new Response(new Redactor(this.secrets).redact(await response.text()), { status, headers });
  }

  #mayCall(url: URL): boolean {
    if (url.protocol === 'https:') return true;
    return url.protocol === 'http:' && isLoopback(url) && isLoopback(this.#serverUrl);
  }

  #explained(error: unknown): Error {
    if (error instanceof McpAuthorizationException) return error;
    const said = onOneLine(new Redactor(this.secrets).redact(describeError(error)));
    const reason = said.length > MAX_REASON ? `${said.slice(0, MAX_REASON)}…` : said;
    return new McpAuthorizationException(this.#connectionName, reason, { cause: error });
  }
}

const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTIONS = 5;
const DEFAULT_CONSENT_TIMEOUT = 300_000;
const DEFAULT_REQUEST_TIMEOUT = 20_000;
/** Characters of what an authorization server says that are passed on. */
const MAX_REASON = 300;

function parametersOf(answer: URL | URLSearchParams | string): URLSearchParams {
  if (answer instanceof URLSearchParams) return answer;
  return (typeof answer === 'string' ? new URL(answer) : answer).searchParams;
}

/** What the SDK reads in `WWW-Authenticate`; undefined if the answer is no challenge. */
export function challengeOf(response: Response, sdk: ClientSdk): AuthorizationChallenge | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { error, scope, resourceMetadataUrl } = sdk.extractWWWAuthenticateParams(response);
  const insufficientScope = response.status === 403;
  if (insufficientScope && error !== 'insufficient_scope') return undefined;
  return { insufficientScope, scope, resourceMetadataUrl };
}
