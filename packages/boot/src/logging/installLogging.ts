import { UnsupportedOperationException } from '@toolwright/core';
import type { Environment } from '../env/Environment.js';

/** Puts back what {@link installLogging} replaced. */
export interface LoggingHandle {
  restore(): void;
}

/** Sends all log lines through pino to standard error, by the levels of `logging.level.*`. */
export async function installLogging(_environment: Environment): Promise<LoggingHandle> {
  throw new UnsupportedOperationException('not yet readable');
}
