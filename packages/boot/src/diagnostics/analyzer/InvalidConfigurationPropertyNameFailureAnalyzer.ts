import { InvalidConfigurationPropertyNameException } from '../../properties/InvalidConfigurationPropertyNameException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a prefix that is not in canonical form (BP-04). */
export class InvalidConfigurationPropertyNameFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationPropertyNameException> {
  protected override readonly failureType = InvalidConfigurationPropertyNameException;
  protected override readonly failureCode = 'INVALID_CONFIGURATION_PROPERTY_NAME';

  protected override analyzeCause(_failure: Error, cause: InvalidConfigurationPropertyNameException): FailureAnalysis {
    const { propertyName, invalidCharacters } = cause;
    const lines = [`Configuration property name '${propertyName}' is not valid:`, ''];
    if (invalidCharacters.length > 0) {
      lines.push(`    Invalid characters: ${invalidCharacters.map((character) => `'${character}'`).join(', ')}`);
    }
    lines.push(
      "    Reason: Canonical names should be kebab-case ('-' separated), lower-case alphanumeric characters and must start with a letter",
    );
    return {
      description: lines.join('\n'),
      action: `Modify '${propertyName}' so that it conforms to the canonical names requirements.`,
      cause,
    };
  }
}
