import { EOL } from 'node:os';
import { LoggerFactory, type ObservationContext, ObservationHandler } from '@toolwright/core';
import { ChatClientObservationContext } from './ChatClientObservationContext.js';

const logger = LoggerFactory.getLogger('toolwright.chat.observation');

/**
 * Writes the messages of the prompt to the log, at INFO, when a turn ends; all of them, in their order (OB-110). They
 * may hold what is private: nothing in the framework adds this handler unless it is asked to.
 */
export class ChatClientPromptContentObservationHandler extends ObservationHandler<ChatClientObservationContext> {
  override supportsContext(context: ObservationContext): context is ChatClientObservationContext {
    return context instanceof ChatClientObservationContext;
  }

  override onStop({ request }: ChatClientObservationContext): void {
    const messages = request.prompt.instructions.map(
      ({ messageType, text }) => `${JSON.stringify(messageType)}:${JSON.stringify(text ?? '')}`,
    );
    logger.info(`Chat Client Prompt Content:${EOL}[${messages.join(', ')}]`);
  }
}
