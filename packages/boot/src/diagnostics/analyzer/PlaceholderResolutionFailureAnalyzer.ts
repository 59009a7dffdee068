import { PlaceholderResolutionException } from '../../env/PlaceholderResolutionException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a placeholder without value, or one that leads back to itself (BS-17, BS-18). */
export class PlaceholderResolutionFailureAnalyzer extends AbstractFailureAnalyzer<PlaceholderResolutionException> {
  protected override readonly failureType = PlaceholderResolutionException;
  protected override readonly failureCode = 'PLACEHOLDER_RESOLUTION_FAILED';

  protected override analyzeCause(_failure: Error, cause: PlaceholderResolutionException): FailureAnalysis {
    const action =
      cause.reason === 'circular'
        ? 'Break the circle: give one of these keys a value of its own.'
        : `Set '${cause.placeholder}', or write a default: \${${cause.placeholder}:default}.`;
    return { description: cause.message, action, cause };
  }
}
