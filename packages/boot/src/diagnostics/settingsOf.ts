import type { Environment } from '../env/Environment.js';
import { isSecretKey, MASK } from '../env/isSecretKey.js';
import type { Origin } from '../env/Origin.js';
import { PropertyName } from '../env/PropertyName.js';

/** One place that sets a key. @internal */
export interface PropertySetting {
  /** As written; `******` for a secret. */
  readonly value: string;
  readonly origin: Origin;
}

/** Every place that sets `key`, the effective one first. @internal */
export function settingsOf(key: string, environment: Environment | undefined): readonly PropertySetting[] {
  const name = PropertyName.of(key);
  const entries = environment?.propertySources.flatMap((source) => source.find(name) ?? []) ?? [];
  return entries.map(({ value, origin }) => ({ value: isSecretKey(key) ? MASK : value, origin }));
}
