import { ToolwrightException } from '@toolwright/core';
import { describeOrigin, type Origin } from '../env/Origin.js';

/** A key that chooses profiles, in a file or document that depends on the chosen profiles (BS-13). */
export class InvalidConfigDataPropertyException extends ToolwrightException {
  override readonly code = 'INVALID_CONFIG_DATA_PROPERTY';

  /** @param location the file that has the key */
  constructor(
    readonly key: string,
    readonly location: string,
    readonly origin: Origin,
    options?: ErrorOptions,
  ) {
    super(
      `Property '${key}' imported from location '${location}' is invalid in a profile specific resource [origin: ${describeOrigin(origin)}]`,
      options,
    );
  }
}
