import type { ChatResponse } from '@toolwright/model';

/** Decides whether a response, or one chunk of it, asks for tools. Never called with null (TA-26). */
export type ToolExecutionEligibilityPredicate = (response: ChatResponse) => boolean;

/** The {@link ToolExecutionEligibilityPredicate} as an object: what a container can hold under a class. */
export abstract class ToolExecutionEligibilityChecker {
  /** Whether `response` asks for tools that the loop should run. */
  abstract isToolCallResponse(response: ChatResponse): boolean;
}
