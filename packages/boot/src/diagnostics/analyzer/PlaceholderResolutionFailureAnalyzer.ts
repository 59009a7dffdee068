import { PlaceholderResolutionException } from '../../env/PlaceholderResolutionException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a placeholder without value, or one that leads back to itself (BS-17, BS-18). */
export class PlaceholderResolutionFailureAnalyzer extends AbstractFailureAnalyzer<PlaceholderResolutionException> {
  protected override readonly failureType = PlaceholderResolutionException;
  protected override readonly failureCode = 'PLACEHOLDER_RESOLUTION_FAILED';

  protected override analyzeCause(_failure: Error, cause: PlaceholderResolutionException): FailureAnalysis {
    return { description: cause.message, action: actionOf(cause), cause };
  }
}

function actionOf({ reason, placeholder }: PlaceholderResolutionException): string {
  switch (reason) {
    case 'circular':
      return 'Break the circle: give one of these keys a value of its own.';
    case 'unreadable':
      return `Check that the file exists and may be read, or write a default: \${${placeholder}:default}.`;
    case 'missing':
      return `Set '${placeholder}', or write a default: \${${placeholder}:default}.`;
  }
}
