import type { FetchLike } from '../../sdk/clientSdkTypes.js';
import { challengeOf, type OAuthSession } from './OAuthSession.js';

/**
 * `fetch` with the token of a connection. A refused request is repeated once with a new token, and
 * `maxStepUps` times with one that allows more. The end of a session is never worth an authorization.
 */
export function authorizedFetch(session: OAuthSession, send: FetchLike): FetchLike {
  return async (url, init) => {
    let authorizations = 0;
    let stepUps = 0;
    for (let attempt = 0; ; attempt += 1) {
      const token = await session.tokenFor(url);
      const response = await send(url, withToken(init, token));
      if (response.ok || init?.method === 'DELETE') return response;
      const challenge = challengeOf(response, await import('../../sdk/clientSdk.js'));
      if (!challenge) return response;
      await response.body?.cancel();
      const { insufficientScope, scope } = challenge;
      if (insufficientScope && stepUps >= session.maxStepUps) {
        throw session.fail(`the server wants more than it was granted${wanted(scope)}`);
      }
      if ((!insufficientScope && authorizations > stepUps) || attempt >= MAX_ATTEMPTS) {
        throw session.fail('the server refuses the token that was just granted');
      }
      if (!(await session.renew(challenge, token, init?.signal ?? undefined))) continue;
      authorizations += 1;
      if (insufficientScope) stepUps += 1;
    }
  };
}

/** How often a request is sent at most: other requests may get tokens meanwhile, which are refused as well. */
const MAX_ATTEMPTS = 10;

function wanted(scope: string | undefined): string {
  return scope === undefined ? '' : ` (scope '${scope.replace(/[^\x21-\x7e ]/g, '?').slice(0, 200)}')`;
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit | undefined {
  if (token === undefined) return init;
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
