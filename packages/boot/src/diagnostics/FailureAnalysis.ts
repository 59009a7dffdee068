/** A start-up failure in words: what happened, and what to do about it. */
export interface FailureAnalysis {
  readonly description: string;
  /** What the reader should do; null if nothing helpful can be said. */
  readonly action: string | null;
  readonly cause: Error;
}
