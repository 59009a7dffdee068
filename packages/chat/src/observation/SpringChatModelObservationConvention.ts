import { isToolCallingChatOptions } from '@toolwright/tools';
import { chatModelKeyValues, usageOf } from './chatModelKeyValues.js';
import type { ChatModelObservationContext } from './ChatModelObservationContext.js';
import { ChatModelObservationConvention } from './ChatModelObservationConvention.js';
import { quotedList } from './quotedList.js';

/** Names requests of chat models as Spring AI does. */
export class SpringChatModelObservationConvention extends ChatModelObservationConvention {
  /** @param name of the kind of operation; default `gen_ai.client.operation` */
  constructor(override readonly name: string = 'gen_ai.client.operation') {
    super();
  }

  override lowCardinalityKeyValues({ provider, requestModel, response }: ChatModelObservationContext) {
    return {
      'gen_ai.operation.name': 'chat',
      'gen_ai.system': provider,
      'gen_ai.request.model': requestModel || 'none',
      'gen_ai.response.model': response?.metadata.model || 'none',
    };
  }

  override highCardinalityKeyValues(context: ChatModelObservationContext) {
    const { options } = context.prompt;
    const tools = isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
    const usage = usageOf(context.response?.metadata.usage);
    return {
      ...chatModelKeyValues(context),
      ...(usage && { 'gen_ai.usage.total_tokens': String(usage.totalTokens) }),
      ...(tools.length > 0 && {
        'spring.ai.model.request.tool.names': quotedList(tools.map(({ definition }) => definition.name).sort()),
      }),
    };
  }
}
