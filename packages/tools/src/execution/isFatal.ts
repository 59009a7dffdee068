import { FatalToolError } from './FatalToolError.js';

/**
 * Whether what a tool threw is none of the model's business and ends the turn (EX-07): a {@link FatalToolError}, an
 * error of the operating system, a network failure of `fetch`, or an abort.
 */
export function isFatal(cause: unknown): boolean {
  if (cause instanceof FatalToolError) return true;
  if (!(cause instanceof Error)) return false;
  if (cause.name === 'AbortError' || isSystemError(cause)) return true;
  // fetch reports a failed connection as a TypeError around the system's error or around undici's own (UND_ERR_…).
  return cause instanceof TypeError && (isSystemError(cause.cause) || isUndiciError(cause.cause));
}

function isSystemError(value: unknown): boolean {
  return value instanceof Error && 'syscall' in value && 'code' in value;
}

function isUndiciError(value: unknown): boolean {
  return value instanceof Error && 'code' in value && String(value.code).startsWith('UND_ERR_');
}
