import type { Environment } from '../env/Environment.js';
import { analyzeFailure, formatFailureAnalysis } from './analyzeFailure.js';
import { builtInFailureAnalyzers } from './builtInFailureAnalyzers.js';
import type { FailureAnalyzer } from './FailureAnalyzer.js';

/**
 * What is printed of a failed start: description and action.
 *
 * @param own analyzers that are asked before the built-in ones
 * @param environment undefined if the start failed before there was one
 * @returns null if no analyzer can explain the failure
 */
export function describeFailure(
  failure: Error,
  own: readonly FailureAnalyzer[] = [],
  environment?: Environment,
): string | null {
  const analysis = analyzeFailure(failure, [...own, ...builtInFailureAnalyzers(environment)]);
  return analysis && formatFailureAnalysis(analysis);
}
