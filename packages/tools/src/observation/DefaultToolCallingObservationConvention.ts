import type { ObservationContext, ObservationConvention } from '@toolwright/core';
import { ToolCallingObservationContext } from './ToolCallingObservationContext.js';

/** Names tool calls as the semantic conventions of OpenTelemetry for generative AI do. */
export class DefaultToolCallingObservationConvention implements ObservationConvention<ToolCallingObservationContext> {
  /** @param name of the kind of operation; default `toolwright.tool` */
  constructor(readonly name = 'toolwright.tool') {}

  supportsContext(context: ObservationContext): context is ToolCallingObservationContext {
    return context instanceof ToolCallingObservationContext;
  }

  contextualName({ toolDefinition }: ToolCallingObservationContext): string {
    return `execute_tool ${toolDefinition.name}`;
  }

  lowCardinalityKeyValues({ toolDefinition, toolCall }: ToolCallingObservationContext): Record<string, string> {
    return {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': toolDefinition.name,
      'gen_ai.tool.type': toolCall.type || 'function',
    };
  }

  highCardinalityKeyValues({ toolDefinition, toolCall }: ToolCallingObservationContext): Record<string, string> {
    return {
      'gen_ai.tool.description': toolDefinition.description,
      'gen_ai.tool.call.id': toolCall.id ?? '',
    };
  }
}
