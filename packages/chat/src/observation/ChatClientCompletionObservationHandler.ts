import { EOL } from 'node:os';
import { hasText, LoggerFactory, type ObservationContext, ObservationHandler } from '@toolwright/core';
import { ChatClientObservationContext } from './ChatClientObservationContext.js';
import { quotedList } from './quotedList.js';

const logger = LoggerFactory.getLogger('toolwright.chat.observation');

/**
 * Writes the texts of the answer to the log, at INFO, when a turn ends (OB-111). They may hold what is private: nothing
 * in the framework adds this handler unless it is asked to.
 */
export class ChatClientCompletionObservationHandler extends ObservationHandler<ChatClientObservationContext> {
  override supportsContext(context: ObservationContext): context is ChatClientObservationContext {
    return context instanceof ChatClientObservationContext;
  }

  override onStop({ response }: ChatClientObservationContext): void {
    const texts = (response?.chatResponse?.results ?? []).map(({ output }) => output.text).filter(hasText);
    logger.info(`Chat Client Completion:${EOL}${quotedList(texts)}`);
  }
}
