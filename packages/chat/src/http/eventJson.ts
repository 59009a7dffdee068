import type { Usage } from '@toolwright/model';
import type { SuspendedTurn } from '../approval/PendingApproval.js';
import { suspendedTurnOf } from '../approval/PendingApproval.js';
import type { TurnEvent } from '../events/TurnEvent.js';

/**
 * A {@link TurnEvent} as it is sent over HTTP, plain JSON. Of a whole response only what its reader needs is left; its
 * context, which may hold anything that advisors and callers have put there, stays on the server.
 */
export type TurnEventJson =
  | Exclude<TurnEvent, { readonly type: 'finish' | 'usage' }>
  | { readonly type: 'usage'; readonly usage: UsageJson }
  | ({
      readonly type: 'finish';
      readonly reason: string;
      /** The text of the answer of the last round. */
      readonly text: string;
      readonly usage: UsageJson;
    } & Partial<SuspendedTurn>);

/** The figures of a {@link Usage}, without the provider's own. */
export type UsageJson = Pick<Usage, 'promptTokens' | 'completionTokens' | 'totalTokens'>;

/** The JSON form of an event. */
export function eventToJson(event: TurnEvent): TurnEventJson {
  if (event.type === 'usage') return { type: 'usage', usage: usageToJson(event.usage) };
  if (event.type !== 'finish') return event;
  const { chatResponse } = event.response;
  return {
    type: 'finish',
    reason: event.reason,
    text: chatResponse?.result?.output.text ?? '',
    usage: usageToJson(chatResponse?.metadata.usage),
    ...suspendedTurnOf(chatResponse),
  };
}

function usageToJson(usage: Usage | undefined): UsageJson {
  const { promptTokens = 0, completionTokens = 0, totalTokens = 0 } = usage ?? {};
  return { promptTokens, completionTokens, totalTokens };
}
