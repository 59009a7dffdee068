import type { FailureAnalysis } from './FailureAnalysis.js';

/** Explains one kind of start-up failure. */
export abstract class FailureAnalyzer {
  /** @returns null if this analyzer has nothing to say about `failure` or its causes */
  abstract analyze(failure: Error): FailureAnalysis | null;
}
