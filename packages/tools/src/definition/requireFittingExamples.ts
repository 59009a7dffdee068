import { IllegalArgumentException } from '@toolwright/core';
import { ValueCheck } from '../conversion/ValueCheck.js';
import type { ToolDefinition } from './ToolDefinition.js';

/**
 * Makes sure that the examples of a tool are calls that its own schema accepts: a model does as it is shown. Keys that
 * the schema does not know do not fit either.
 *
 * @throws {IllegalArgumentException} naming tool, index and JSON path (EG-03)
 */
export function requireFittingExamples({ name, inputSchema, inputExamples }: ToolDefinition): void {
  if (inputExamples.length === 0) return;
  const check = ValueCheck.ofText(inputSchema, 'reject');
  for (const [index, example] of inputExamples.entries()) {
    const [violation] = check.violations(example);
    if (!violation) continue;
    throw new IllegalArgumentException(
      `Example ${index} of tool '${name}' does not fit its schema: ${violation.path} ${violation.expectation}. ` +
        'Correct the example or the schema.',
    );
  }
}
