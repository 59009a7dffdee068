import { Bean, Configuration } from '@toolwright/boot';
import {
  LoopbackAuthorizationHandler,
  McpAuthorizationHandler,
  McpClient,
  streamableHttpTransport,
} from '@toolwright/mcp';

// #region consent
@Configuration()
class Consent {
  @Bean()
  authorizationHandler(): McpAuthorizationHandler {
    return new LoopbackAuthorizationHandler((address, connection) => {
      console.error(`To use ${connection}, open ${address.href}`);
    });
  }
}
// #endregion

export { Consent };

/** A connection that the application is authorized for. */
export function authorizedClient(url: string, clientSecret: string) {
  // #region client
  const authorization = { grant: 'client-credentials', clientId: 'robot', clientSecret } as const;
  const transport = streamableHttpTransport('shop', { url, authorization });
  const shop = McpClient.builder('shop').transport(transport).build();
  // #endregion
  return shop;
}
