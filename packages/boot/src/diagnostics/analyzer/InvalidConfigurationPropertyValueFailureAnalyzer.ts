import type { Environment } from '../../env/Environment.js';
import { describeOrigin } from '../../env/Origin.js';
import {
  InvalidConfigurationPropertyValueException,
  shownValue,
} from '../../properties/InvalidConfigurationPropertyValueException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import { settingsOf } from '../settingsOf.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a value that the code which reads it refused, and where else the key is set (BR-08). */
export class InvalidConfigurationPropertyValueFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException> {
  protected override readonly failureType = InvalidConfigurationPropertyValueException;
  protected override readonly failureCode = 'INVALID_CONFIGURATION_PROPERTY_VALUE';
  readonly #environment: Environment | undefined;

  /** @param environment undefined if the start failed before there was one */
  constructor(environment?: Environment) {
    super();
    this.#environment = environment;
  }

  protected override analyzeCause(_failure: Error, cause: InvalidConfigurationPropertyValueException): FailureAnalysis {
    const value = shownValue(cause.key, cause.value);
    const settings = settingsOf(cause.key, this.#environment);
    const origin = cause.origin ?? settings[0]?.origin;
    const at = origin && describeOrigin(origin);
    const others = settings.filter((setting) => describeOrigin(setting.origin) !== at);
    const lines = [
      `Invalid value '${value}' for configuration property '${cause.key}':`,
      '',
      `    Property: ${cause.key}`,
      `    Value: "${value}"`,
      ...(at === undefined ? [] : [`    Origin: ${at}`]),
      `    Reason: ${cause.reason}`,
    ];
    if (others.length > 0) {
      lines.push('', 'The property is also set in:');
      for (const other of others) lines.push(`\t- ${describeOrigin(other.origin)} with the value '${other.value}'`);
    }
    return { description: lines.join('\n'), action: "Update your application's configuration", cause };
  }
}
