import type { PropertyEntry } from '../env/PropertySource.js';

/** One document of a configuration file; most files have just one. */
export interface ConfigDocument {
  /** Values in the order they were written. */
  readonly entries: readonly PropertyEntry[];
}
