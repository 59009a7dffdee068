/* eslint-disable @typescript-eslint/no-deprecated -- servers with the older transport still exist */
/** What the client side takes from the SDK at run time. Loaded with `import()` when the first connection opens. */
export {
  /** @public Taken from the loaded module. */
  auth,
  Client,
  /** @public Taken from the loaded module. */
  computeScopeUnion,
  /** @public Taken from the loaded module. */
  createPrivateKeyJwtAuth,
  /** @public Taken from the loaded module. */
  discoverAndRequestJwtAuthGrant,
  /** @public Taken from the loaded module. */
  extractWWWAuthenticateParams,
  /** @public Taken from the loaded module. */
  isStrictScopeSuperset,
  /** @public Taken from the loaded module. */
  ProtocolError,
  /** @public Taken from the loaded module. */
  requestJwtAuthorizationGrant,
  /** @public Taken from the loaded module. */
  SdkError,
  /** @public Taken from the loaded module. */
  SdkErrorCode,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
export { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
