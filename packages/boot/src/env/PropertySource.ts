import type { Origin } from './Origin.js';
import type { PropertyName, PropertyNameElement } from './PropertyName.js';

/** One value of a source, as it was written. */
export interface PropertyEntry {
  readonly name: PropertyName;
  /** Placeholders are not resolved. */
  readonly value: string;
  readonly origin: Origin;
}

/** A value below some key, and the parts of its name below that key. */
export interface PropertyDescendant {
  readonly entry: PropertyEntry;
  readonly rest: readonly PropertyNameElement[];
}

/** Some values of the configuration that have one precedence: a document of a file, the environment variables, … */
export abstract class PropertySource {
  /** What a person can look up: `config/application.properties`, `environment variables`, `command line`. */
  abstract readonly name: string;

  /**
   * Whether the keys are names that the author chose as written. False for environment variables: they have no case, no
   * dashes, hold much that is not meant for the application, and are never checked for unknown keys (BP-19).
   */
  abstract readonly exactNames: boolean;

  /** All values, in the order they were written. */
  abstract readonly entries: readonly PropertyEntry[];

  /** The value under exactly this name. */
  abstract find(name: PropertyName): PropertyEntry | undefined;

  /** All values strictly below this name. */
  abstract descendants(name: PropertyName): readonly PropertyDescendant[];
}
