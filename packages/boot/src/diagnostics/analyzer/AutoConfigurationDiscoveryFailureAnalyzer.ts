import { types } from 'node:util';
import { AutoConfigurationDiscoveryException } from '../../autoconfigure/AutoConfigurationDiscoveryException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';
import { missingPackage } from '../missingPackage.js';

/** Explains announced auto-configurations that cannot be loaded. */
export class AutoConfigurationDiscoveryFailureAnalyzer extends AbstractFailureAnalyzer<AutoConfigurationDiscoveryException> {
  protected override readonly failureType = AutoConfigurationDiscoveryException;
  protected override readonly failureCode = 'AUTO_CONFIGURATION_DISCOVERY';

  protected override analyzeCause(_failure: Error, cause: AutoConfigurationDiscoveryException): FailureAnalysis {
    const reason: unknown = cause.cause;
    const missing = types.isNativeError(reason) ? missingPackage(reason) : null;
    const action =
      missing === null
        ? `Build or reinstall '${cause.packageName}', or switch discovery off (discover: false).`
        : `Install what '${cause.packageName}' needs: npm install ${missing}`;
    return { description: cause.message, action, cause };
  }
}
