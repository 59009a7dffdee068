/** How one request is sent. */
export interface McpRequestOptions {
  /** Gives up: the server is told, and the request rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the request fails; default: the connection's. */
  readonly timeout?: number | undefined;
  /** Whether a connection that failed a moment ago fails the request at once instead of waiting for the next attempt. */
  readonly impatient?: boolean | undefined;
  /** Whether the request may be sent again although the server may have executed it. */
  readonly replay?: boolean | undefined;
}
