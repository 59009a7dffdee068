import type { ToolCallingObservationContext } from './ToolCallingObservationContext.js';
import { ToolCallingObservationConvention } from './ToolCallingObservationConvention.js';

/** Names tool calls as the semantic conventions of OpenTelemetry for generative AI do. */
export class DefaultToolCallingObservationConvention extends ToolCallingObservationConvention {
  /** @param name of the kind of operation; default `toolwright.tool` */
  constructor(override readonly name: string = 'toolwright.tool') {
    super();
  }

  override contextualName({ toolDefinition }: ToolCallingObservationContext): string {
    return `execute_tool ${toolDefinition.name}`;
  }

  override lowCardinalityKeyValues({ toolDefinition, toolType }: ToolCallingObservationContext) {
    return {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': toolDefinition.name,
      'gen_ai.tool.type': toolType,
    };
  }

  override highCardinalityKeyValues({ toolDefinition, toolCallId }: ToolCallingObservationContext) {
    return {
      'gen_ai.tool.description': toolDefinition.description,
      'gen_ai.tool.call.id': toolCallId,
    };
  }
}
