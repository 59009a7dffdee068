import { LoggerFactory } from '@toolwright/core';

const logger = LoggerFactory.getLogger('toolwright.autoconfigure.chat-client');

/** Warns that texts of users, or of models, are about to be logged. */
export function warnOfContent(content: 'prompt' | 'completion'): void {
  logger.warn(
    `You have enabled logging out the ChatClient ${content} content with the risk of exposing sensitive or private ` +
      'information. Please, be careful!',
  );
}
