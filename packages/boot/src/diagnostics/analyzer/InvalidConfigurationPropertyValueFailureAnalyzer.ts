import { describeOrigin } from '../../env/Origin.js';
import { isSecretKey, MASK } from '../../env/isSecretKey.js';
import { InvalidConfigurationPropertyValueException } from '../../properties/InvalidConfigurationPropertyValueException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a value that the code which reads it refused (BR-08). */
export class InvalidConfigurationPropertyValueFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException> {
  protected override readonly failureType = InvalidConfigurationPropertyValueException;

  protected override analyzeCause(_failure: Error, cause: InvalidConfigurationPropertyValueException): FailureAnalysis {
    const value = isSecretKey(cause.key) ? MASK : cause.value;
    const lines = [
      `Invalid value '${value}' for configuration property '${cause.key}':`,
      '',
      `    Property: ${cause.key}`,
      `    Value: "${value}"`,
      ...(cause.origin ? [`    Origin: ${describeOrigin(cause.origin)}`] : []),
      `    Reason: ${cause.reason}`,
    ];
    return { description: lines.join('\n'), action: "Update your application's configuration", cause };
  }
}
