import { requireNonNull } from '@toolwright/core';
import { toolOptions } from '../annotation/Tool.js';
import type { MethodHandle } from '../method/MethodHandle.js';
import { splitCamelCase } from './splitCamelCase.js';
import { generalDescription } from './ToolDescription.js';

/**
 * The description of a method as a tool. Without `@Tool` it is the method's name split into words; with `@Tool` but
 * without a description it is the method's name as it is (TD-06 to TD-08).
 *
 * @throws {IllegalArgumentException} `method cannot be null`
 */
export function getToolDescription(method: MethodHandle): string {
  requireNonNull(method, 'method cannot be null');
  const options = toolOptions.inherited(method.owner, method.key);
  if (!options) return splitCamelCase(method.key, ' ');
  return generalDescription(options.description) ?? method.key;
}
