import { UnknownConfigurationKeysException } from '../../properties/UnknownConfigurationKeysException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains keys that nothing reads while `config.unknown-keys=error` is set (BH-01). */
export class UnknownConfigurationKeysFailureAnalyzer extends AbstractFailureAnalyzer<UnknownConfigurationKeysException> {
  protected override readonly failureType = UnknownConfigurationKeysException;
  protected override readonly failureCode = 'UNKNOWN_CONFIGURATION_KEYS';

  protected override analyzeCause(_failure: Error, cause: UnknownConfigurationKeysException): FailureAnalysis {
    return {
      description: cause.message,
      action: 'Correct or remove these keys, or set config.unknown-keys=warn.',
      cause,
    };
  }
}
