import { InvalidConfigDataPropertyException } from '../../config-data/InvalidConfigDataPropertyException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a key that chooses profiles where profiles already decided (BS-13). */
export class InvalidConfigDataPropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigDataPropertyException> {
  protected override readonly failureType = InvalidConfigDataPropertyException;
  protected override readonly failureCode = 'INVALID_CONFIG_DATA_PROPERTY';

  protected override analyzeCause(_failure: Error, cause: InvalidConfigDataPropertyException): FailureAnalysis {
    return {
      description: cause.message,
      action: `Move '${cause.key}' to a file and document that is read whatever profiles are active.`,
      cause,
    };
  }
}
