import { requireNonNullElements } from '@toolwright/core';
import type { ToolCallback } from '@toolwright/tools';
import type { ToolReference } from '../index/ToolReference.js';
import { categoryOf } from './categoryOf.js';
import { toolReferenceOf } from './toolReferenceOf.js';

/**
 * What an index is told about tools, in their order.
 *
 * @throws {IllegalArgumentException} `tools cannot be null`, `tools cannot contain null elements`
 */
export function toolReferencesOf(tools: readonly ToolCallback[]): readonly ToolReference[] {
  requireNonNullElements(tools, 'tools cannot be null', 'tools cannot contain null elements');
  return tools.map((tool) => toolReferenceOf(tool.definition, categoryOf(tool)));
}
