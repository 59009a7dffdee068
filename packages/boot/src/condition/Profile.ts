import type { ClassOrMethodDecorator } from '../bean/ClassOrMethodDecorator.js';
import { Condition } from './Condition.js';
import type { ConditionContext } from './ConditionContext.js';
import { conditional } from './Conditional.js';
import { type ConditionOutcome, match, noMatch } from './ConditionOutcome.js';

/** The condition of `@Profile`. */
export class ProfileCondition extends Condition {
  readonly #expressions: readonly string[];

  /** @param expressions at least one of which must hold */
  constructor(...expressions: string[]) {
    super();
    this.#expressions = expressions;
  }

  override matches({ environment }: ConditionContext): ConditionOutcome {
    const accepted = environment.acceptedProfiles;
    const about = `@Profile (${this.#expressions.join(', ')})`;
    const profiles = accepted.join(', ');
    if (environment.acceptsProfiles(...this.#expressions)) return match(`${about} matched active profiles ${profiles}`);
    const name = this.#expressions.find((expression) => /^[^\s!&|()]+$/.test(expression));
    return noMatch(`${about} did not match active profiles ${profiles}`, {
      properties: [
        {
          key: 'profiles.active',
          value: environment.activeProfiles.length > 0 ? environment.activeProfiles.join(',') : null,
          origin: environment.getOrigin('profiles.active') ?? null,
          matched: false,
          enabledBy: name === undefined ? null : [...environment.activeProfiles, name].join(','),
        },
      ],
    });
  }
}

/**
 * Registers the class or method only if one of the expressions holds for the active profiles: a name, or names joined by
 * `!`, `&`, `|` and parentheses. Without an active profile the profile is `default`.
 */
export function Profile(...expressions: string[]): ClassOrMethodDecorator {
  return conditional(() => new ProfileCondition(...expressions));
}
