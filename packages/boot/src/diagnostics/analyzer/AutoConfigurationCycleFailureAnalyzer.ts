import { AutoConfigurationCycleException } from '../../autoconfigure/AutoConfigurationCycleException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains auto-configurations that ask to stand after each other (spec BO-05). */
export class AutoConfigurationCycleFailureAnalyzer extends AbstractFailureAnalyzer<AutoConfigurationCycleException> {
  protected override readonly failureType = AutoConfigurationCycleException;
  protected override readonly failureCode = 'AUTO_CONFIGURATION_CYCLE';

  protected override analyzeCause(_failure: Error, cause: AutoConfigurationCycleException): FailureAnalysis {
    return { description: cause.message, action: 'Remove one of the before/after relations of the cycle.', cause };
  }
}
