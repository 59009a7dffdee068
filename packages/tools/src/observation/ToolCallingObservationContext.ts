import { ObservationContext } from '@toolwright/core';
import type { ToolCall } from '@toolwright/model';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';

/**
 * What is known about one running tool call. Arguments and result are content: a convention must not make attributes of
 * them.
 */
export class ToolCallingObservationContext extends ObservationContext {
  /** The text for the model, once the tool has answered. */
  toolCallResult: string | null = null;

  constructor(
    readonly toolDefinition: ToolDefinition,
    readonly toolMetadata: ToolMetadata,
    readonly toolCall: ToolCall,
  ) {
    super();
  }
}
