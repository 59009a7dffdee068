import { AutoConfigurationDiscoveryException } from '../../autoconfigure/AutoConfigurationDiscoveryException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains announced auto-configurations that cannot be loaded. */
export class AutoConfigurationDiscoveryFailureAnalyzer extends AbstractFailureAnalyzer<AutoConfigurationDiscoveryException> {
  protected override readonly failureType = AutoConfigurationDiscoveryException;
  protected override readonly failureCode = 'AUTO_CONFIGURATION_DISCOVERY';

  protected override analyzeCause(_failure: Error, cause: AutoConfigurationDiscoveryException): FailureAnalysis {
    const action = `Build or reinstall '${cause.packageName}', or switch discovery off (discover: false).`;
    return { description: cause.message, action, cause };
  }
}
