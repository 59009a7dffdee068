import type { ToolResponse } from '@toolwright/model';
import { describeResult, parse } from './describeResult.js';
import { isErrorResponse } from './isErrorResponse.js';
import { pageOf } from './resultPages.js';
import { shorten } from './shorten.js';

const ERROR_LENGTH = 400;

/** One sentence or short list for a tool's response, naming the tool and the page that the response is from. */
export function answerFrom(response: ToolResponse): string {
  if (isErrorResponse(response)) return `\`${response.name}\` failed: ${shorten(response.responseData, ERROR_LENGTH)}`;
  const value = parse(response.responseData);
  const first = Array.isArray(value) ? (value[0] as unknown) : value;
  const page = typeof first === 'object' ? pageOf(first) : null;
  const described = describeResult(response.responseData);
  if (page !== null && Array.isArray(value)) return `\`${response.name}\` found ${page} first:${described}`;
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
