import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpAuthenticationFailure, McpAuthenticator, McpPrincipal } from './McpAuthenticator.js';
import { refuse } from './refuse.js';

/** A request that tells the SDK who sends it. */
export type AuthenticatedRequest = IncomingMessage & {
  auth?: { token: string; clientId: string; scopes: string[]; extra: { principal: McpPrincipal } };
};

/**
 * Finds out who sends a request.
 *
 * @returns null if the request was refused
 */
export async function authenticateRequest(
  authenticator: McpAuthenticator,
  request: AuthenticatedRequest,
  response: ServerResponse,
): Promise<McpPrincipal | null> {
  const outcome = await authenticator.authenticate(request.headers);
  if ('status' in outcome) {
    challenge(response, outcome);
    return null;
  }
  request.auth = {
    token: '',
    clientId: outcome.name,
    scopes: [...(outcome.roles ?? [])],
    extra: { principal: outcome },
  };
  return outcome;
}

function challenge(response: ServerResponse, { status, challenge: facts = {} }: McpAuthenticationFailure): void {
  const parameters = Object.entries(facts).map(([key, value]) => ` ${key}="${value.replace(/["\\]/g, '\\$&')}"`);
  const header = `Bearer${parameters.join(',')}`;
  refuse(response, status, status === 401 ? 'Unauthorized' : 'Forbidden', { 'www-authenticate': header });
}
