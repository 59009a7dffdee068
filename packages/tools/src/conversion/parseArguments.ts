import { LoggerFactory } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { findJsonError } from './findJsonError.js';
import { ToolArgumentsException } from './ToolArgumentsException.js';

const logger = LoggerFactory.getLogger('toolwright.tools.arguments');

const FENCE = '```';
/** Special tokens of models after a complete object: `<|im_end|>`, `</s>`, `[/INST]`. */
const STRAY_TOKENS = /(?<=\})\s*(?:(?:<\|[^<>|]*\|>|<\/?[A-Za-z_][\w-]*>|\[\/?[A-Z_]+\])\s*)+$/;

/**
 * Parses what a model sent as arguments. Only a code fence around the text and special tokens after it are forgiven,
 * with a WARN; nothing else is guessed (TX-06).
 *
 * @throws {ToolArgumentsException} if the text is not one JSON document
 */
export function parseArguments(text: string, toolDefinition: ToolDefinition): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return parseCleaned(text, toolDefinition);
  }
}

function parseCleaned(text: string, toolDefinition: ToolDefinition): unknown {
  const cleaned = withoutDecoration(text);
  if (cleaned !== text) {
    try {
      const value = JSON.parse(cleaned) as unknown;
      logger.warn(
        `Arguments of tool '${toolDefinition.name}' came with a code fence or special tokens, which were removed.`,
      );
      return value;
    } catch {
      // The position below is that of the text as it was sent.
    }
  }
  throw ToolArgumentsException.malformed(toolDefinition, findJsonError(text));
}

/** The text without what is forgiven around JSON; the text itself if there is nothing of the kind. */
export function withoutDecoration(text: string): string {
  return withoutFence(text).replace(STRAY_TOKENS, '');
}

/** The text inside a Markdown code fence around everything, without the word after the opening fence. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const isFenced = trimmed.length > 2 * FENCE.length && trimmed.startsWith(FENCE) && trimmed.endsWith(FENCE);
  return isFenced ? trimmed.slice(FENCE.length, -FENCE.length).replace(/^[\w-]*/, '') : text;
}
