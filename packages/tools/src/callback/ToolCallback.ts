import type { ToolContext } from '../context/ToolContext.js';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolMetadata } from '../metadata/ToolMetadata.js';

/** A tool that can be run: its definition, and a function from argument text to result text. */
export abstract class ToolCallback {
  abstract readonly definition: ToolDefinition;

  /** What declares the tool, such as `Orders.status`, for messages; null if nobody knows. */
  get owner(): string | null {
    return null;
  }

  get metadata(): ToolMetadata {
    return DEFAULT_METADATA;
  }

  /** Whether {@link inContext} may give another tool; nobody need ask it otherwise. */
  get dependsOnContext(): boolean {
    return false;
  }

  /**
   * This tool as a request with this context sees it; asked for once per request. By default the tool itself. A tool that
   * describes itself by the context is another one for each description, with a frozen definition of its own (EG-04).
   */
  // Another tool may be returned than this one.
  // eslint-disable-next-line @typescript-eslint/prefer-return-this-type
  inContext(_toolContext: ToolContext): ToolCallback {
    return this;
  }

  /**
   * Runs the tool.
   *
   * @param toolInput the arguments as JSON text
   * @param toolContext what the application hands past the model
   * @returns the result as text for the model
   * @throws {ToolExecutionException} if the tool or the handling of its arguments fails
   */
  abstract call(toolInput: string, toolContext?: ToolContext): Promise<string>;
}

const DEFAULT_METADATA = ToolMetadata.builder().build();
