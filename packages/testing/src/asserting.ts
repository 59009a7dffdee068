import type { MaybePromise } from '@toolwright/core';
import type { Prompt } from '@toolwright/model';
import type { ScriptedReply, ScriptedReplyFunction } from './ScriptedReply.js';

/**
 * A reply that first looks at the prompt it answers; what `check` throws ends the request.
 *
 * @example
 * new ScriptedChatModel([asserting((prompt) => expect(prompt.userMessage.text).toBe('Hello'), 'Hi')])
 */
export function asserting(check: (prompt: Prompt) => MaybePromise<void>, reply: ScriptedReply): ScriptedReplyFunction {
  return async (prompt) => {
    await check(prompt);
    return reply;
  };
}
