import { ToolwrightException } from '@toolwright/core';
import { describeOrigin, type Origin } from './Origin.js';

/** One value on the way to a placeholder that could not be replaced. */
export interface PlaceholderStep {
  readonly key: string;
  readonly origin: Origin | undefined;
}

/** A placeholder that has no value and no default, that leads back to itself, or whose file cannot be read. */
export class PlaceholderResolutionException extends ToolwrightException {
  override readonly code = 'PLACEHOLDER_RESOLUTION_FAILED';

  /**
   * @param placeholder the key in the placeholder, or `file:` and the path
   * @param reason `missing`: no value and no default; `circular`: the value needs itself; `unreadable`: the file
   * @param steps the values that led there, first one first
   */
  constructor(
    readonly placeholder: string,
    readonly reason: 'missing' | 'circular' | 'unreadable',
    readonly steps: readonly PlaceholderStep[],
    options?: ErrorOptions,
  ) {
    const chain = steps.map(({ key, origin }) => (origin ? `'${key}' (${describeOrigin(origin)})` : `'${key}'`));
    super(
      reason === 'circular'
        ? `Circular placeholder reference '${placeholder}': ${[...chain, `'${placeholder}'`].join(' -> ')}`
        : `Could not resolve placeholder '${placeholder}'${chain.length === 0 ? '' : `: ${chain.join(' -> ')}`}`,
      options,
    );
  }
}
