import { IllegalArgumentException } from '@toolwright/core';
import {
  FileMcpTokenStore,
  type McpAuthorizationHandler,
  type McpAuthorizationSettings,
  type McpIdentityTokenSource,
  type McpTokenStore,
} from '@toolwright/mcp';
import { type McpAuthorizationProperties, McpGrant } from './McpAuthorizationProperties.js';

/** What an application supplies for the authorization of its connections; asked for only where it is needed. */
export interface AuthorizationBeans {
  readonly handler: () => McpAuthorizationHandler | undefined;
  readonly tokenStore: () => McpTokenStore | undefined;
  readonly identityTokens: () => McpIdentityTokenSource | undefined;
}

/**
 * How a connection is authorized; undefined if nothing of it is configured.
 *
 * @throws {IllegalArgumentException} if a setting or a bean is missing
 */
export function configuredAuthorization(
  name: string,
  properties: McpAuthorizationProperties,
  beans: AuthorizationBeans,
): McpAuthorizationSettings | undefined {
  const { grant, clientId, clientSecret, privateKey, tokenFile, scopes } = properties;
  const fail = (problem: string): never => {
    throw new IllegalArgumentException(`MCP connection '${name}': ${problem}`);
  };
  if (grant === undefined) {
    const set = Object.entries({ clientId, clientSecret, privateKey, tokenFile }).some(
      ([, value]) => value !== undefined,
    );
    return set || scopes.length > 0 ? fail(`auth.grant is missing; it is ${GRANTS.join(' or ')}`) : undefined;
  }
  const common = {
    scopes,
    issuer: properties.issuer,
    verifyIssuer: properties.verifyIssuer,
    maxStepUps: properties.maxStepUps,
    tokenStore: tokenFile === undefined ? beans.tokenStore() : new FileMcpTokenStore(tokenFile),
  };
  switch (grant) {
    case McpGrant.AUTHORIZATION_CODE: {
      const { redirectUrl, clientMetadataUrl, clientName, consentTimeout } = properties;
      const handler =
        beans.handler() ??
        fail('auth.grant=authorization-code needs a bean of McpAuthorizationHandler that asks the user');
      return {
        ...common,
        ...{ grant, clientId, clientSecret, handler, redirectUrl, clientMetadataUrl, clientName, consentTimeout },
      };
    }
    case McpGrant.CLIENT_CREDENTIALS: {
      const { privateKeyAlgorithm } = properties;
      return { ...common, grant, clientId: clientId ?? '', clientSecret, privateKey, privateKeyAlgorithm };
    }
    case McpGrant.JWT_BEARER: {
      const source =
        beans.identityTokens() ??
        fail('auth.grant=jwt-bearer needs a bean of McpIdentityTokenSource that knows who is signed in');
      const {
        issuer,
        tokenEndpoint,
        clientId: idpClientId = '',
        clientSecret: idpSecret,
      } = properties.identityProvider;
      return {
        ...common,
        ...{ grant, clientId: clientId ?? '', clientSecret: clientSecret ?? '' },
        identityProvider: {
          ...{ issuer, tokenEndpoint, clientId: idpClientId, clientSecret: idpSecret },
          idToken: (connectionName) => source.idToken(connectionName),
        },
      };
    }
  }
}

const GRANTS: readonly string[] = Object.values(McpGrant);
