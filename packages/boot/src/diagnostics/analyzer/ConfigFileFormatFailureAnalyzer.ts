import { ConfigFileFormatException } from '../../config-data/ConfigFileFormatException.js';
import { describeOrigin } from '../../env/Origin.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a configuration file that cannot be read as its format. */
export class ConfigFileFormatFailureAnalyzer extends AbstractFailureAnalyzer<ConfigFileFormatException> {
  protected override readonly failureType = ConfigFileFormatException;
  protected override readonly failureCode = 'CONFIG_FILE_FORMAT';

  protected override analyzeCause(_failure: Error, cause: ConfigFileFormatException): FailureAnalysis {
    return {
      description: `The configuration cannot be read: ${cause.reason}\n\n    Origin: ${describeOrigin(cause.origin)}`,
      action: 'Correct the text at that place.',
      cause,
    };
  }
}
