import { LoggerFactory } from '@toolwright/core';
import type { PlannedCall } from './ToolCallScope.js';

const logger = LoggerFactory.getLogger('toolwright.tools.execution');

/**
 * Cuts a result that is longer than its tool, or else the manager, allows; a result that is returned directly is never
 * cut (TX-12).
 *
 * @param defaultMax in UTF-16 units, `Infinity` for no bound
 */
export function truncateResult(text: string, { callback, metadata }: PlannedCall, defaultMax: number): string {
  const { attributes, returnDirect } = metadata;
  const own = attributes['maxResultChars'];
  const max = typeof own === 'number' ? own : defaultMax;
  if (text.length <= max || returnDirect) return text;
  logger.warn(
    `The result of tool '${callback.definition.name}' has ${text.length} characters; the model is given the first ${max}.`,
  );
  const end = splitsPair(text, max) ? max - 1 : max;
  return `${text.slice(0, end)}… [truncated: ${end} of ${text.length} characters]`;
}

/** Whether a cut here would leave the first half of a character that takes two units. */
export function splitsPair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
