import { ToolwrightException } from '@toolwright/core';

/** An exclusion names something that is no auto-configuration. */
export class InvalidExclusionException extends ToolwrightException {
  override readonly code = 'INVALID_EXCLUSION';

  constructor(readonly names: readonly string[]) {
    super(
      'The following classes could not be excluded because they are not auto-configuration classes:\n' +
        names.map((name) => `\t- ${name}`).join('\n'),
    );
  }
}
