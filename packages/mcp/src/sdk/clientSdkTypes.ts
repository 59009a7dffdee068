/** Types of the SDK that the client side is written with; they cost nothing at run time. */
export type {
  AddClientAuthentication,
  Client,
  FetchLike,
  JSONRPCMessage,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  SSEClientTransportOptions,
  StandardSchemaV1,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
  StreamableHTTPClientTransport,
  StreamableHTTPClientTransportOptions,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
