/* eslint-disable @typescript-eslint/no-deprecated -- servers with the older transport still exist */
/** What the client side takes from the SDK at run time. Loaded with `import()` when the first connection opens. */
export {
  Client,
  InMemoryTransport,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/client';
export { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
