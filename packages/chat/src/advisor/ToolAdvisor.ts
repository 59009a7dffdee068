import type { Advisor } from './Advisor.js';

/** Brand of a {@link ToolAdvisor}, shared by all copies of this package. */
export const TOOL_ADVISOR: unique symbol = Symbol.for('@toolwright/tool-advisor') as never;

/** An advisor that runs tools; a chain may hold at most one (AR-09). */
export interface ToolAdvisor extends Advisor {
  readonly [TOOL_ADVISOR]: true;
}

/** Whether this advisor says of itself that it runs tools. */
export function isToolAdvisor(advisor: Advisor): advisor is ToolAdvisor {
  return TOOL_ADVISOR in advisor && advisor[TOOL_ADVISOR] === true;
}
