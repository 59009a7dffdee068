import type { ToolResponse } from '@toolwright/model';

/** How texts of failed calls begin where nothing else marks them. */
const ERROR_TEXT =
  /^"?(?:error\b|exception\b|invalid arguments\b|arguments of tool\b|unknown tool\b|exception occurred\b|tool '[^']*' (?:timed out|returned a function)|tool call limit|total tool call limit|failed\b)/i;

/** Whether a call failed: it is marked so, or its text says so. */
export function isErrorResponse({ isError, responseData }: ToolResponse): boolean {
  return isError === true || ERROR_TEXT.test(responseData) || responseData.startsWith('{"error":');
}
