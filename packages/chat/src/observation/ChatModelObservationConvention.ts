import type { ObservationContext, ObservationConvention } from '@toolwright/core';
import { ChatModelObservationContext } from './ChatModelObservationContext.js';

/** Decides the names and attributes of the observations of chat models. */
export abstract class ChatModelObservationConvention implements ObservationConvention<ChatModelObservationContext> {
  abstract readonly name: string;

  abstract lowCardinalityKeyValues(context: ChatModelObservationContext): Readonly<Record<string, string>>;

  abstract highCardinalityKeyValues(context: ChatModelObservationContext): Readonly<Record<string, string>>;

  /** `chat gpt-5-mini`; `chat` if the model has no name. */
  contextualName({ requestModel }: ChatModelObservationContext): string {
    return requestModel === '' ? 'chat' : `chat ${requestModel}`;
  }

  supportsContext(context: ObservationContext): context is ChatModelObservationContext {
    return context instanceof ChatModelObservationContext;
  }
}
