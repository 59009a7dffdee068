import { shorten } from '@toolwright/core';
import type { ToolResponse } from '@toolwright/model';
import { isMatch } from './describeMatches.js';
import { describeResult, parse } from './describeResult.js';
import { isErrorResponse } from './isErrorResponse.js';

const ERROR_LENGTH = 400;

/** A sentence or a short list for a tool's response, naming the tool and the page that the response is from. */
export function answerFrom(response: ToolResponse): string {
  if (isErrorResponse(response)) return `\`${response.name}\` failed: ${shorten(response.responseData, ERROR_LENGTH)}`;
  const value = parse(response.responseData);
  const described = describeResult(response.responseData);
  if (Array.isArray(value) && value.some(isMatch)) return `\`${response.name}\` found ${described}`;
  return `\`${response.name}\`: ${described}`.replace(': \n', ':\n');
}

/** Says that no tool fits, and which ones come closest. */
export function answerWithoutTool(closest: readonly string[]): string {
  if (closest.length === 0) return 'I have no tool for this request, and no other tools either.';
  return `I have no tool for this request. The closest ones are: ${closest.join(', ')}.`;
}

/** Says that a search for tools found none that fits. */
export function answerAfterSearch(query: string): string {
  return `I searched for a tool with "${shorten(query, 120)}" and found nothing suitable for this request.`;
}
