import { ToolwrightException } from '@toolwright/core';
import { describeOrigin, type Origin } from '../env/Origin.js';

/** One value that a properties class cannot take. */
export interface PropertyViolation {
  /** The whole key in canonical form. */
  readonly key: string;
  /** As written, placeholders replaced; `******` for a secret; null if no source sets the key. */
  readonly value: string | null;
  readonly origin: Origin | null;
  readonly reason: string;
  /** What the key takes, in words; null where that is not known. */
  readonly allowed: string | null;
  /** What the field is for, as its class says. */
  readonly description: string | null;
  /** The values an enumeration has, sorted; empty for other types. */
  readonly validValues: readonly string[];
  /** The valid value that was probably meant. */
  readonly suggestion: string | null;
  /** The type that the value was to be read as, such as `int`; null if it could not be read at all. */
  readonly type: string | null;
}

/** What went wrong with one properties class. */
export interface PropertyBindingFailure {
  /** Name of the class. */
  readonly target: string;
  readonly prefix: string;
  /**
   * `conversion`: a text cannot be read as the type; `validation`: a constraint is broken; `unbound`: a key below the
   * prefix that nothing takes.
   */
  readonly kind: 'conversion' | 'validation' | 'unbound';
  readonly violations: readonly PropertyViolation[];
}

/** Wrong values in the configuration; all of them, so that they can be put right in one go (BH-05). */
export class PropertyBindingException extends ToolwrightException {
  override readonly code = 'PROPERTY_BINDING_FAILED';

  /** @param failures at least one */
  constructor(
    readonly failures: readonly PropertyBindingFailure[],
    options?: ErrorOptions,
  ) {
    const lines = failures.flatMap(({ violations }) => violations.map(describeViolation));
    super(lines.length === 1 ? (lines[0] ?? '') : `${lines.length} wrong values:\n${lines.join('\n')}`, options);
  }

  /** All wrong values, in the order of the classes and their fields. */
  get violations(): readonly PropertyViolation[] {
    return this.failures.flatMap(({ violations }) => violations);
  }
}

function describeViolation({ key, value, origin, reason, allowed }: PropertyViolation): string {
  const where = origin ? `${describeOrigin(origin)}: ` : '';
  const what = value === null ? key : `${key}=${value}`;
  return `${where}${what}: ${reason}${allowed === null ? '' : `; allowed: ${allowed}`}`;
}
