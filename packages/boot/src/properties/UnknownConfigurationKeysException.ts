import { ToolwrightException } from '@toolwright/core';
import type { Origin } from '../env/Origin.js';

/** A key below a known prefix that nothing reads. */
export interface UnknownKey {
  /** As written. */
  readonly key: string;
  readonly origin: Origin;
  /** The key that was probably meant. */
  readonly suggestion: string | null;
  /** False for a key of Spring AI that Toolwright does not have. */
  readonly supported: boolean;
}

/** Keys that nothing reads, while `config.unknown-keys=error` asks for none (BH-01). */
export class UnknownConfigurationKeysException extends ToolwrightException {
  override readonly code = 'UNKNOWN_CONFIGURATION_KEYS';

  /** @param keys at least one */
  constructor(
    readonly keys: readonly UnknownKey[],
    options?: ErrorOptions,
  ) {
    super(
      keys.length === 1 && keys[0]
        ? describe(keys[0])
        : `Unknown configuration keys:\n${keys.map(describe).join('\n')}`,
      options,
    );
  }
}

function describe({ key, origin, suggestion, supported }: UnknownKey): string {
  const at = origin.line === undefined ? origin.source : `${origin.source}:${origin.line}`;
  if (!supported) return `${at}: '${key}' is not supported`;
  const hint = suggestion === null ? '' : `; did you mean '${suggestion}'?`;
  return `${at}: unknown configuration key '${key}'${hint}`;
}
