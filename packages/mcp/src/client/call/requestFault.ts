import { CONNECTION_CLOSED } from '../transport/RequestLossTransport.js';

/**
 * Why a request has no result (MR-13).
 *
 * - `answered`: the server answered with an error; the error is the application's to see
 * - `session-lost`: the server does not know the session; nothing was executed
 * - `closed`: the connection broke, before or after the server began
 * - `failed`: no usable answer, but the connection stands
 */
export type RequestFault = 'answered' | 'session-lost' | 'closed' | 'failed';

/**
 * Tells the faults of a request apart.
 *
 * @param protocolError whether the error is one that the other side reported
 */
export function requestFault(error: unknown, protocolError: boolean): RequestFault {
  if (typeof error !== 'object' || error === null) return 'failed';
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  if (protocolError) return code === CONNECTION_CLOSED ? 'closed' : 'answered';
  if (statusOf(data) === 404) return 'session-lost';
  if (typeof code === 'string' && CLOSED_CODES.has(code)) return 'closed';
  if (message === 'Not connected' || message === 'fetch failed') return 'closed';
  return 'syscall' in error ? 'closed' : 'failed';
}

const CLOSED_CODES: ReadonlySet<string> = new Set(['CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED']);

function statusOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null ? (data as { status?: unknown }).status : undefined;
}
