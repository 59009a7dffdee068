import {
  type McpAuthorizationSettings,
  McpAuthorizationHandler,
  McpClient,
  streamableHttpTransport,
} from '@toolwright/mcp';

// Started by the suite once per scenario: the last argument is where its server listens.
const address = new URL(process.argv.at(-1) ?? '');
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Readonly<Record<string, string>>;

/** The user of the scenarios consents at once: the authorization server answers with the address to go to. */
const user = McpAuthorizationHandler.of(async ({ authorizationUrl }) => {
  const response = await fetch(authorizationUrl, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
});

function authorization(): McpAuthorizationSettings | undefined {
  if (!scenario.startsWith('auth/')) return undefined;
  const { client_id: clientId = '', client_secret: clientSecret = '' } = context;
  switch (scenario) {
    case 'auth/client-credentials-basic':
      return { grant: 'client-credentials', clientId, clientSecret };
    case 'auth/client-credentials-jwt': {
      const { private_key_pem: privateKey, signing_algorithm: privateKeyAlgorithm } = context;
      return { grant: 'client-credentials', clientId, privateKey, privateKeyAlgorithm };
    }
    case 'auth/cross-app-access-complete-flow': {
      const identityProvider = {
        tokenEndpoint: context['idp_token_endpoint'],
        clientId: context['idp_client_id'] ?? '',
        idToken: () => context['idp_id_token'] ?? '',
      };
      return { grant: 'jwt-bearer', clientId, clientSecret, identityProvider };
    }
    case 'auth/pre-registration':
      return { grant: 'authorization-code', handler: user, clientId, clientSecret };
    case 'auth/basic-cimd': {
      const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';
      return { grant: 'authorization-code', handler: user, clientMetadataUrl };
    }
    case 'auth/2025-03-26-oauth-metadata-backcompat':
      // The server of this scenario publishes another issuer than the address that it was found at.
      return { grant: 'authorization-code', handler: user, verifyIssuer: false };
    default:
      return { grant: 'authorization-code', handler: user };
  }
}

const { pathname, origin } = address;
const client = McpClient.builder('conformance')
  .transport(
    streamableHttpTransport('conformance', { url: origin, endpoint: pathname, authorization: authorization() }),
  )
  .elicitation(() => ({ action: 'accept', structuredContent: {} }))
  .build();
try {
  const tools = await client.listTools();
  for (const { name } of scenario === 'initialize' ? [] : tools) {
    await client.callTool({ name, arguments: name === 'add_numbers' ? { a: 5, b: 3 } : {} });
  }
} finally {
  await client.close();
}
