import type { ObservationContext, ObservationConvention } from '@toolwright/core';
import { ChatClientObservationContext } from './ChatClientObservationContext.js';

/** Decides the names and attributes of the observations of a chat client. */
export abstract class ChatClientObservationConvention implements ObservationConvention<ChatClientObservationContext> {
  abstract readonly name: string;

  abstract contextualName(context: ChatClientObservationContext): string;

  abstract lowCardinalityKeyValues(context: ChatClientObservationContext): Readonly<Record<string, string>>;

  abstract highCardinalityKeyValues(context: ChatClientObservationContext): Readonly<Record<string, string>>;

  supportsContext(context: ObservationContext): context is ChatClientObservationContext {
    return context instanceof ChatClientObservationContext;
  }
}
