import { LoggerFactory } from '@toolwright/core';
import type { FailureAnalysis } from './FailureAnalysis.js';
import type { FailureAnalyzer } from './FailureAnalyzer.js';

const logger = LoggerFactory.getLogger('toolwright.boot.diagnostics');

/** Asks analyzers in turn; the first that has something to say wins, one that fails is skipped. */
export function analyzeFailure(failure: Error, analyzers: readonly FailureAnalyzer[]): FailureAnalysis | null {
  for (const analyzer of analyzers) {
    try {
      const analysis = analyzer.analyze(failure);
      if (analysis) return analysis;
    } catch (err) {
      logger.debug(`${analyzer.constructor.name} failed`, { err });
    }
  }
  return null;
}

/** The analysis as the block that is printed when an application cannot start. */
export function formatFailureAnalysis({ description, action }: FailureAnalysis): string {
  const rule = '***************************';
  const head = `\n\n${rule}\nAPPLICATION FAILED TO START\n${rule}\n\nDescription:\n\n${description}\n`;
  return action === null ? head : `${head}\nAction:\n\n${action}\n`;
}
