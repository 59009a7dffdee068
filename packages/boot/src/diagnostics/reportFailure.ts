import { LoggerFactory } from '@toolwright/core';
import type { Environment } from '../env/Environment.js';
import { describeFailure } from './describeFailure.js';
import type { FailureAnalyzer } from './FailureAnalyzer.js';

const logger = LoggerFactory.getLogger('toolwright.boot.diagnostics');

/**
 * Prints the analysis of a failed start, and logs its stack at debug level; logs the failure as an error if no analyzer
 * can explain it (spec BR-02).
 *
 * @param own analyzers that are asked before the built-in ones
 * @param environment undefined if the start failed before there was one
 * @internal
 */
export function reportFailure(
  failure: Error,
  own: readonly FailureAnalyzer[],
  print: (text: string) => void,
  environment?: Environment,
): void {
  const description = describeFailure(failure, own, environment);
  if (description !== null) {
    print(description);
    logger.debug('The application failed to start', { err: failure });
  } else {
    logger.error('The application failed to start', { err: failure });
  }
}
