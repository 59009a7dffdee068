import { ToolwrightException } from '@toolwright/core';
import type { Origin } from '../env/Origin.js';

/** A location that `config.location`, `config.additional-location` or `config.import` names and that does not exist. */
export class ConfigDataLocationNotFoundException extends ToolwrightException {
  override readonly code = 'CONFIG_DATA_LOCATION_NOT_FOUND';

  /** @param origin where the location was named; undefined for a location that is built in */
  constructor(
    readonly location: string,
    readonly origin: Origin | undefined,
    options?: ErrorOptions,
  ) {
    super(`Config data location '${location}' cannot be found`, options);
  }
}
