import { Condition } from './Condition.js';
import type { ConditionContext } from './ConditionContext.js';
import { type ConditionOutcome, match, noMatch } from './ConditionOutcome.js';
import { packageName } from './PackageLookup.js';

/** How a missing package can be had. */
export interface OnPackageOptions {
  /** What to tell `npm install`, such as `redis@6`; default: the names of the packages. */
  readonly install?: string;
}

/** The condition of `@ConditionalOnPackage`. */
export class OnPackageCondition extends Condition {
  readonly #packages: readonly string[];
  readonly #install: string | undefined;

  /** @param packages module specifiers, all of which must be installed, and how to install them */
  constructor(...packages: (string | OnPackageOptions)[]) {
    super();
    this.#packages = packages.filter((entry) => typeof entry === 'string');
    this.#install = packages.find((entry) => typeof entry !== 'string')?.install;
  }

  override matches(context: ConditionContext): ConditionOutcome {
    const missing = this.#packages.filter((name) => !context.packages.isPresent(name));
    return missing.length > 0
      ? noMatch(`@ConditionalOnPackage did not find required ${list(missing)}`, {
          missingPackages: missing.map((name) => ({ name, install: this.#install ?? packageName(name) })),
        })
      : match(`@ConditionalOnPackage found required ${list(this.#packages)}`);
  }
}

/** The condition of `@ConditionalOnMissingPackage`. */
export class OnMissingPackageCondition extends Condition {
  readonly #packages: readonly string[];

  /** @param packages module specifiers, none of which may be installed */
  constructor(...packages: string[]) {
    super();
    this.#packages = packages;
  }

  override matches(context: ConditionContext): ConditionOutcome {
    const present = this.#packages.filter((name) => context.packages.isPresent(name));
    return present.length > 0
      ? noMatch(`@ConditionalOnMissingPackage found unwanted ${list(present)}`)
      : match(`@ConditionalOnMissingPackage did not find unwanted ${list(this.#packages)}`);
  }
}

function list(names: readonly string[]): string {
  return `${names.length === 1 ? 'package' : 'packages'} ${names.map((name) => `'${name}'`).join(', ')}`;
}
