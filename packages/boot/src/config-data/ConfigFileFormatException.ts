import { ToolwrightException } from '@toolwright/core';
import { describeOrigin, type Origin } from '../env/Origin.js';

/** A configuration file that cannot be read as its format. */
export class ConfigFileFormatException extends ToolwrightException {
  override readonly code = 'CONFIG_FILE_FORMAT';

  /** @param reason what is wrong at `origin` */
  constructor(
    readonly origin: Origin,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${reason} [origin: ${describeOrigin(origin)}]`, options);
  }
}
