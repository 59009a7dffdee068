import type { UnknownArguments } from '../conversion/UnknownArguments.js';
import type { ToolCallResultConverter } from '../execution/ToolCallResultConverter.js';
import type { ToolContextDefaults } from './ToolContextDefaults.js';

/** What the manager decides for the tools that do not say it themselves. */
export interface ToolCallDefaults extends ToolContextDefaults {
  /** Turns results into text; undefined for JSON. */
  readonly resultConverter: ToolCallResultConverter | undefined;
  /** What happens to keys that a tool's schema does not know; undefined drops them. */
  readonly unknownArguments: UnknownArguments | undefined;
}
