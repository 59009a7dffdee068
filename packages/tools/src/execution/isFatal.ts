import { FatalToolError } from './FatalToolError.js';

/**
 * Whether what a tool threw is none of the model's business and ends the turn (EX-07): a {@link FatalToolError}, an
 * error of the operating system, a network failure of `fetch`, or an abort. Errors are recognised by their form,
 * because they may come from another realm.
 */
export function isFatal(cause: unknown): boolean {
  if (cause instanceof FatalToolError) return true;
  if (typeof cause !== 'object' || cause === null) return false;
  const { name, cause: inner } = cause as { name?: unknown; cause?: unknown };
  if (isAbortError(cause) || isSystemError(cause)) return true;
  // fetch reports a failed connection as a TypeError around the system's error or around undici's own (UND_ERR_…).
  return name === 'TypeError' && (isSystemError(inner) || isUndiciError(inner));
}

/** Whether what was thrown says that somebody gave up. */
export function isAbortError(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && (cause as { name?: unknown }).name === 'AbortError';
}

function isSystemError(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'syscall' in value && 'code' in value;
}

function isUndiciError(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'code' in value && String(value.code).startsWith('UND_ERR_');
}
