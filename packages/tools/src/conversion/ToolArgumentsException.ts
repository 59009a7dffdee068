import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import type { ArgumentViolation } from './ArgumentViolation.js';

/** More violations than these are only counted (TX-05). */
const MAX_LISTED = 10;

/** Arguments that a tool cannot be run with. The message is written for the model and never repeats values. */
export class ToolArgumentsException extends ToolExecutionException {
  override readonly code = 'TOOL_ARGUMENTS';
  /** All violations, also those that the message only counts. */
  readonly violations: readonly ArgumentViolation[];

  constructor(toolDefinition: ToolDefinition, message: string, violations: readonly ArgumentViolation[]) {
    super(toolDefinition, undefined, { phase: 'arguments', message });
    this.violations = Object.freeze([...violations]);
  }

  /** Values that do not fit the schema (TX-04, TX-05). */
  static invalid(toolDefinition: ToolDefinition, violations: readonly ArgumentViolation[]): ToolArgumentsException {
    const listed = violations.slice(0, MAX_LISTED).map(({ path, expectation }) => `${path} ${expectation}`);
    const more = violations.length - listed.length;
    const text = `${listed.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
    return new ToolArgumentsException(
      toolDefinition,
      `Invalid arguments for tool '${toolDefinition.name}': ${text}`,
      violations,
    );
  }

  /** Text that is not JSON (TX-06). */
  static malformed(toolDefinition: ToolDefinition, position: number): ToolArgumentsException {
    return new ToolArgumentsException(
      toolDefinition,
      `Arguments of tool '${toolDefinition.name}' are not valid JSON (position ${position}). Send one JSON object that ` +
        "matches the tool's schema.",
      [{ path: '$', expectation: 'must be valid JSON' }],
    );
  }

  /** JSON, but not an object (MT-27). */
  static notAnObject(toolDefinition: ToolDefinition): ToolArgumentsException {
    return new ToolArgumentsException(toolDefinition, 'arguments must be a JSON object', [
      { path: '$', expectation: 'must be an object' },
    ]);
  }
}
