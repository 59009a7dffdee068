import type { ChatModel } from '@toolwright/model';
import type { Advisor } from '../advisor/Advisor.js';

/** Brand of the advisors that ask the model: they are last by position, whatever order others have (CX-103). */
export const TERMINAL_ADVISOR: unique symbol = Symbol.for('@toolwright/terminal-advisor') as never;

/** Whether this advisor ends a chain. */
export function isTerminalAdvisor(advisor: Advisor): boolean {
  return TERMINAL_ADVISOR in advisor;
}

/**
 * The model that a chain ends with, by which an advisor can see what the model is capable of.
 *
 * @param advisors all advisors of the chain
 * @returns undefined if the chain ends with an advisor that does not tell
 */
export function chatModelOf(advisors: readonly Advisor[]): ChatModel | undefined {
  const terminal = advisors.find(isTerminalAdvisor) as { readonly chatModel?: ChatModel } | undefined;
  return terminal?.chatModel;
}
