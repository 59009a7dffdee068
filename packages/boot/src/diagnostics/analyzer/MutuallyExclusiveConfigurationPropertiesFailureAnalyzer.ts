import type { Environment } from '../../env/Environment.js';
import { describeOrigin } from '../../env/Origin.js';
import { MutuallyExclusiveConfigurationPropertiesException } from '../../properties/MutuallyExclusiveConfigurationPropertiesException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';
import { settingsOf } from '../settingsOf.js';

/** Explains keys that must not be set together: which exclude each other, and where those that are set come from (BR-09). */
export class MutuallyExclusiveConfigurationPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<MutuallyExclusiveConfigurationPropertiesException> {
  protected override readonly failureType = MutuallyExclusiveConfigurationPropertiesException;
  protected override readonly failureCode = 'MUTUALLY_EXCLUSIVE_PROPERTIES';
  readonly #environment: Environment | undefined;

  /** @param environment undefined if the start failed before there was one */
  constructor(environment?: Environment) {
    super();
    this.#environment = environment;
  }

  protected override analyzeCause(
    _failure: Error,
    cause: MutuallyExclusiveConfigurationPropertiesException,
  ): FailureAnalysis {
    const configured = cause.configuredNames.flatMap((key) => {
      const settings = settingsOf(key, this.#environment);
      if (settings.length === 0) return [`\t${key}`];
      return settings.map(({ origin }) => `\t${key} (originating from '${describeOrigin(origin)}')`);
    });
    const description = [
      'The following configuration properties are mutually exclusive:',
      '',
      ...[...cause.exclusiveNames].sort().map((key) => `\t${key}`),
      '',
      'However, more than one of those properties has been configured at the same time:',
      '',
      ...configured,
    ].join('\n');
    const action = 'Update your configuration so that only one of the mutually exclusive properties is configured.';
    return { description, action, cause };
  }
}
