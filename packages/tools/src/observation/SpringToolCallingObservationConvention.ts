import type { ToolCallingObservationContext } from './ToolCallingObservationContext.js';
import { ToolCallingObservationConvention } from './ToolCallingObservationConvention.js';

/** Names tool calls as Spring AI does (OB-01 to OB-04). */
export class SpringToolCallingObservationConvention extends ToolCallingObservationConvention {
  /** @param name of the kind of operation; default `spring.ai.tool` */
  constructor(override readonly name: string = 'spring.ai.tool') {
    super();
  }

  override contextualName({ toolDefinition }: ToolCallingObservationContext): string {
    return `execute_tool ${toolDefinition.name}`;
  }

  override lowCardinalityKeyValues({ toolDefinition, toolType }: ToolCallingObservationContext) {
    return {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.system': 'spring_ai',
      'spring.ai.kind': 'tool_call',
      'spring.ai.tool.definition.name': toolDefinition.name,
      'spring.ai.tool.type': toolType,
    };
  }

  override highCardinalityKeyValues({ toolDefinition, toolCallId }: ToolCallingObservationContext) {
    return {
      'spring.ai.tool.definition.description': toolDefinition.description,
      'spring.ai.tool.definition.schema': toolDefinition.inputSchema,
      'spring.ai.tool.call.id': toolCallId,
    };
  }
}
