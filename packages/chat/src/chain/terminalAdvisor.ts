import { IllegalStateException } from '@toolwright/core';
import type { ChatModel } from '@toolwright/model';
import type { Advisor } from '../advisor/Advisor.js';

/** Brand of the advisors that ask the model: they are last by position, whatever order others have (CX-103). */
export const TERMINAL_ADVISOR: unique symbol = Symbol.for('@toolwright/terminal-advisor') as never;

/** Whether this advisor ends a chain. */
export function isTerminalAdvisor(advisor: Advisor): boolean {
  return TERMINAL_ADVISOR in advisor;
}

/** The model that the end of a chain was made with; undefined if it asks that of the chain. */
export function modelAtEndOf(advisors: readonly Advisor[]): ChatModel | undefined {
  const terminal = advisors.find(isTerminalAdvisor) as { readonly chatModel?: ChatModel | null } | undefined;
  return terminal?.chatModel ?? undefined;
}

/**
 * The model that an advisor at the end of a chain asks: its own, or that of the chain.
 *
 * @throws {IllegalStateException} if neither has one
 */
export function requireChatModel(
  own: ChatModel | null,
  chain: { readonly chatModel?: ChatModel | undefined } | undefined,
): ChatModel {
  const model = own ?? chain?.chatModel;
  if (model) return model;
  throw new IllegalStateException(
    'There is no model to ask: give one to the advisor at the end of the chain, or run the chain of a client',
  );
}
