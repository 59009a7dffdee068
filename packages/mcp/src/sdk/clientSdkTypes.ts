/** Types of the SDK that the client side is written with; they cost nothing at run time. */
export type {
  AuthProvider,
  Client,
  ClientOptions,
  FetchLike,
  JSONRPCMessage,
  Notification,
  OAuthClientProvider,
  RequestOptions,
  SSEClientTransportOptions,
  StandardSchemaV1,
  StreamableHTTPClientTransport,
  StreamableHTTPClientTransportOptions,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
