import { ToolwrightException } from '@toolwright/core';

/** An installed package announces auto-configurations that cannot be loaded. */
export class AutoConfigurationDiscoveryException extends ToolwrightException {
  override readonly code = 'AUTO_CONFIGURATION_DISCOVERY';

  constructor(
    readonly packageName: string,
    readonly entry: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(
      `Package '${packageName}' announces auto-configurations in '${entry}' (toolwright.autoConfiguration of its ` +
        `package.json), but ${reason}.`,
      options,
    );
  }
}
