import type { AbstractClassType } from '@toolwright/core';
import type { Origin } from '../env/Origin.js';

/** A property that a condition looked at. */
export interface ConditionProperty {
  readonly key: string;
  /** The present value, `******` for a secret; null if no source sets the key. */
  readonly value: string | null;
  readonly origin: Origin | null;
  /** Whether the property is as the condition wants it. */
  readonly matched: boolean;
  /** The value that would make it so; null if it is so already, or if there is no such value. */
  readonly enabledBy: string | null;
}

/** A package that a condition looked for and did not find. */
export interface MissingPackage {
  /** As the condition names it: `redis`, `pkg/sub`. */
  readonly name: string;
  /** What `npm install` has to be told: `redis`, `redis@6`. */
  readonly install: string;
}

/** Whether a condition holds, and why. */
export interface ConditionOutcome {
  readonly matched: boolean;
  /** The reason, for the report: `@ConditionalOnProperty (x.a) did not find property 'x.a'`. */
  readonly message: string;
  /** The properties that decided, if any did. */
  readonly properties?: readonly ConditionProperty[];
  /** The packages whose absence decided, if any did. */
  readonly missingPackages?: readonly MissingPackage[];
  /** The types of beans whose absence decided, if any did. */
  readonly missingBeanTypes?: readonly AbstractClassType[];
}

/** What an outcome may tell beside its message. */
export type ConditionDetails = Pick<ConditionOutcome, 'properties' | 'missingPackages' | 'missingBeanTypes'>;

/** An outcome that lets the bean or configuration be registered. */
export function match(message: string, details: ConditionDetails = {}): ConditionOutcome {
  return { matched: true, message, ...details };
}

/** An outcome that rules the bean or configuration out. */
export function noMatch(message: string, details: ConditionDetails = {}): ConditionOutcome {
  return { matched: false, message, ...details };
}
