import type { ToolReference } from './ToolReference.js';

/**
 * A test whether a tool is in a category, ignoring case and surrounding space (Spec SX-14).
 *
 * @returns undefined if no category is asked for, so every tool is accepted
 */
export function isOfCategory(category: string | null | undefined): ((tool: ToolReference) => boolean) | undefined {
  const wanted = category?.trim().toLowerCase();
  return wanted ? (tool) => tool.category?.trim().toLowerCase() === wanted : undefined;
}
