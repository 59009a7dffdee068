const HARD_FAILURE = Symbol.for('@toolwright/hard-failure');

/**
 * Marks an error that a tool throws so that it ends the turn as it is, without an exception around it and without the
 * exception processor being asked. For errors of other packages, which cannot extend `FatalToolError`.
 *
 * @returns the error
 */
export function markHardFailure<T extends object>(error: T): T {
  Object.defineProperty(error, HARD_FAILURE, { value: true });
  return error;
}

/** Whether {@link markHardFailure} marked the error. */
export function isHardFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && HARD_FAILURE in error;
}
