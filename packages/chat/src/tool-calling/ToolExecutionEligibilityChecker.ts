import type { ChatResponse } from '@toolwright/model';

/** Decides whether a response, or one chunk of it, asks for tools. Never called with null (TA-26). */
export type ToolExecutionEligibilityChecker = (response: ChatResponse) => boolean;
