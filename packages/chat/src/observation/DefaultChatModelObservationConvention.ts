import { chatModelKeyValues, usageOf } from './chatModelKeyValues.js';
import type { ChatModelObservationContext } from './ChatModelObservationContext.js';
import { ChatModelObservationConvention } from './ChatModelObservationConvention.js';

/** Names requests of chat models as the semantic conventions of OpenTelemetry for generative AI do. */
export class DefaultChatModelObservationConvention extends ChatModelObservationConvention {
  /** @param name of the kind of operation; default `toolwright.chat.model` */
  constructor(override readonly name: string = 'toolwright.chat.model') {
    super();
  }

  override lowCardinalityKeyValues({ provider, requestModel, response }: ChatModelObservationContext) {
    return {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': PROVIDERS[provider] ?? provider,
      ...(requestModel !== '' && { 'gen_ai.request.model': requestModel }),
      ...(response && response.metadata.model !== '' && { 'gen_ai.response.model': response.metadata.model }),
    };
  }

  override highCardinalityKeyValues(context: ChatModelObservationContext) {
    const usage = usageOf(context.response?.metadata.usage);
    return {
      ...chatModelKeyValues(context),
      ...(typeof usage?.cacheReadInputTokens === 'number' && {
        'gen_ai.usage.cache_read.input_tokens': String(usage.cacheReadInputTokens),
      }),
      ...(typeof usage?.cacheWriteInputTokens === 'number' && {
        'gen_ai.usage.cache_creation.input_tokens': String(usage.cacheWriteInputTokens),
      }),
      ...(usage?.reasoningTokens !== undefined && {
        'toolwright.usage.reasoning_tokens': String(usage.reasoningTokens),
      }),
    };
  }
}

/** The names that the semantic conventions have for providers. */
const PROVIDERS: Readonly<Record<string, string>> = { google: 'gcp.gemini', mistral: 'mistral_ai', xai: 'x_ai' };
