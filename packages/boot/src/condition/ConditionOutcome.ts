/** Whether a condition holds, and why. */
export interface ConditionOutcome {
  readonly matched: boolean;
  /** The reason, for the report: `@ConditionalOnProperty (x.a) did not find property 'x.a'`. */
  readonly message: string;
}

/** An outcome that lets the bean or configuration be registered. */
export function match(message: string): ConditionOutcome {
  return { matched: true, message };
}

/** An outcome that rules the bean or configuration out. */
export function noMatch(message: string): ConditionOutcome {
  return { matched: false, message };
}
