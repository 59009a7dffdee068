import { ToolwrightException } from '@toolwright/core';
import { isSecretKey, MASK } from '../env/isSecretKey.js';
import type { Origin } from '../env/Origin.js';

/** @internal The value as it may be shown. One that is empty is no secret, and that it is may be what is wrong. */
export function shownValue(key: string, value: string): string {
  return isSecretKey(key) && value !== '' ? MASK : value;
}

/** A value that is well-formed and still of no use to the code that reads it (BR-08). */
export class InvalidConfigurationPropertyValueException extends ToolwrightException {
  override readonly code = 'INVALID_CONFIGURATION_PROPERTY_VALUE';

  /**
   * @param key the configuration key, in canonical form
   * @param value the value as it was written
   * @param reason why it is of no use and what would be, as whole sentences
   * @param origin where the value was written; undefined if it is a default
   */
  constructor(
    readonly key: string,
    readonly value: string,
    readonly reason: string,
    readonly origin?: Origin,
  ) {
    super(`Invalid value '${shownValue(key, value)}' for configuration property '${key}': ${reason}`);
  }
}
