import { hasText, LoggerFactory, requireNonNull } from '@toolwright/core';
import { toolOptions } from '../annotation/Tool.js';
import type { MethodHandle } from '../method/MethodHandle.js';
import { hasPortableCharacters } from './portableName.js';

const logger = LoggerFactory.getLogger('toolwright.tools.definition');

/**
 * The name of a method as a tool: the one in `@Tool`, else the method's own. A name that some providers reject is
 * accepted and logged at WARN.
 *
 * @throws {IllegalArgumentException} `method cannot be null`
 */
export function getToolName(method: MethodHandle): string {
  const name = toolNameOf(requireNonNull(method, 'method cannot be null'));
  if (!hasPortableCharacters(name)) {
    logger.warn(
      `Tool name '${name}' may not be compatible with some LLMs (e.g., OpenAI). Consider using only alphanumeric ` +
        'characters, underscores, hyphens, and dots.',
    );
  }
  return name;
}

/** @internal The name without the check, for messages. */
export function toolNameOf(method: MethodHandle): string {
  const name = toolOptions.inherited(method.owner, method.key)?.name;
  return hasText(name) ? name : method.key;
}
