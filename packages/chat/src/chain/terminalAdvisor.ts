import type { Advisor } from '../advisor/Advisor.js';

/** Brand of the advisors that ask the model: they are last by position, whatever order others have (CX-103). */
export const TERMINAL_ADVISOR: unique symbol = Symbol.for('@toolwright/terminal-advisor') as never;

/** Whether this advisor ends a chain. */
export function isTerminalAdvisor(advisor: Advisor): boolean {
  return TERMINAL_ADVISOR in advisor;
}
