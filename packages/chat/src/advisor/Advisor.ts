/** The order of an advisor that sees the request first and the response last. */
export const HIGHEST_PRECEDENCE = -2147483648;

/** The order of an advisor that sees the request last and the response first. */
export const LOWEST_PRECEDENCE = 2147483647;

/**
 * Something that takes part in every request of a chat client. Advisors form a chain: a lower {@link order} is outer, and
 * equal orders keep the order of registration (AD-04). What is outer than the tool-calling advisor runs once per turn,
 * what is inner runs once per model request.
 */
export interface Advisor {
  /** For messages and spans; need not be unique. */
  readonly name: string;
  /** From {@link HIGHEST_PRECEDENCE} to {@link LOWEST_PRECEDENCE}; must not change once the advisor is in use. */
  readonly order: number;
}

/** Orders that the framework's own advisors refer to. */
export const Advisor = Object.freeze({
  /** Where a memory advisor stands by default: outside the tool loop (AD-01). */
  DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER: HIGHEST_PRECEDENCE + 200,
});
