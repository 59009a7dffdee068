import { hasText, IllegalArgumentException } from '@toolwright/core';
import { DEFAULT_REDIRECT_URL } from './OAuthProvider.js';
import type { McpAuthorizationSettings } from './McpAuthorizationSettings.js';

/**
 * Returns settings that can work.
 *
 * @throws {IllegalArgumentException} names the connection and the setting that is missing or wrong
 */
export function checkAuthorization(name: string, settings: McpAuthorizationSettings): McpAuthorizationSettings {
  const problem = problemOf(settings);
  if (problem !== undefined) {
    throw new IllegalArgumentException(`MCP connection '${name}': auth.grant=${settings.grant} ${problem}`);
  }
  return settings;
}

function problemOf(settings: McpAuthorizationSettings): string | undefined {
  if (settings.issuer !== undefined && !isUrl(settings.issuer)) return 'takes a URL as auth.issuer';
  switch (settings.grant) {
    case 'authorization-code': {
      const { redirectUrl = DEFAULT_REDIRECT_URL, clientMetadataUrl, clientId, clientSecret } = settings;
      if (!isUrl(redirectUrl)) return `takes a URL as auth.redirect-url, but it is '${redirectUrl}'`;
      if (clientSecret !== undefined && !hasText(clientId)) return 'needs auth.client-id for its auth.client-secret';
      if (clientMetadataUrl !== undefined && !isDocumentUrl(clientMetadataUrl)) {
        return `takes an HTTPS URL with a path as auth.client-metadata-url, but it is '${clientMetadataUrl}'`;
      }
      return undefined;
    }
    case 'client-credentials': {
      const { clientId, clientSecret, privateKey } = settings;
      if (!hasText(clientId)) return 'needs auth.client-id';
      if (hasText(clientSecret) === hasText(privateKey)) return 'needs either auth.client-secret or auth.private-key';
      return undefined;
    }
    case 'jwt-bearer': {
      const { clientId, clientSecret, identityProvider } = settings;
      if (!hasText(clientId) || !hasText(clientSecret)) return 'needs auth.client-id and auth.client-secret';
      const { issuer, tokenEndpoint } = identityProvider;
      if (!hasText(identityProvider.clientId)) return 'needs auth.identity-provider.client-id';
      if (!isUrl(tokenEndpoint ?? issuer ?? '')) {
        return 'needs auth.identity-provider.issuer or auth.identity-provider.token-endpoint';
      }
      return undefined;
    }
  }
}

function isUrl(text: string): boolean {
  return URL.canParse(text);
}

/** What an authorization server may take as the id of a client: HTTPS, and not the bare host. */
function isDocumentUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' && url.pathname !== '/';
}
