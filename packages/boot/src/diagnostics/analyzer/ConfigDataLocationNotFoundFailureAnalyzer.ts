import { ConfigDataLocationNotFoundException } from '../../config-data/ConfigDataLocationNotFoundException.js';
import { describeOrigin } from '../../env/Origin.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a location of configuration files that does not exist (BS-06). */
export class ConfigDataLocationNotFoundFailureAnalyzer extends AbstractFailureAnalyzer<ConfigDataLocationNotFoundException> {
  protected override readonly failureType = ConfigDataLocationNotFoundException;
  protected override readonly failureCode = 'CONFIG_DATA_LOCATION_NOT_FOUND';

  protected override analyzeCause(_failure: Error, cause: ConfigDataLocationNotFoundException): FailureAnalysis {
    const { location, origin } = cause;
    const at = origin ? ` at ${describeOrigin(origin)}` : '';
    return {
      description: `Config data location '${location}' does not exist`,
      action: `Check that the value '${location}'${at} is correct, or prefix it with 'optional:'`,
      cause,
    };
  }
}
