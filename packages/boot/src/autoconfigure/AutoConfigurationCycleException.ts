import { ToolwrightException } from '@toolwright/core';

/** Auto-configurations that ask to stand after each other. */
export class AutoConfigurationCycleException extends ToolwrightException {
  override readonly code = 'AUTO_CONFIGURATION_CYCLE';

  /** @param cycle names of the auto-configurations, each of which asks to stand after the next, the last after the first */
  constructor(readonly cycle: readonly string[]) {
    const [first = '', second = first] = cycle;
    super(
      `AutoConfigure cycle detected between ${first} and ${second}: ${[...cycle, first].join(' after ')}. ` +
        'Remove one of these before/after relations.',
    );
  }
}
