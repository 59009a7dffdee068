import { ToolwrightException } from '@toolwright/core';

/** Several keys are set of which only one may be (BR-09). */
export class MutuallyExclusiveConfigurationPropertiesException extends ToolwrightException {
  override readonly code = 'MUTUALLY_EXCLUSIVE_PROPERTIES';

  /**
   * @param exclusiveNames the keys that exclude each other, in canonical form
   * @param configuredNames those of them that are set, at least two
   */
  constructor(
    readonly exclusiveNames: readonly string[],
    readonly configuredNames: readonly string[],
  ) {
    super(
      `The configuration properties ${exclusiveNames.join(', ')} are mutually exclusive, but ` +
        `${configuredNames.join(', ')} are set together`,
    );
  }

  /**
   * @param values the values under the keys that exclude each other; null and undefined mean "not set"
   * @throws {MutuallyExclusiveConfigurationPropertiesException} if more than one is set
   */
  static throwIfSeveralSet(values: Readonly<Record<string, unknown>>): void {
    const configured = Object.keys(values).filter((key) => values[key] !== undefined && values[key] !== null);
    if (configured.length > 1) {
      throw new MutuallyExclusiveConfigurationPropertiesException(Object.keys(values), configured);
    }
  }
}
