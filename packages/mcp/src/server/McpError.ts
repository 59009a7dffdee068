/** Thrown by a method of a server to answer with this error of the protocol. */
export class McpError extends Error {
  /**
   * @param code a JSON-RPC error code, such as -32602
   * @param data what the client gets beside the message
   */
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = 'McpError';
  }
}

/** Whether an error is one of the protocol, of this package or of the SDK. */
export function isMcpError(error: unknown): error is McpError {
  return (
    typeof error === 'object' &&
    error !== null &&
    Number.isSafeInteger((error as { code?: unknown }).code) &&
    ['McpError', 'ProtocolError'].includes(String((error as { name?: unknown }).name))
  );
}
