import { hasText, LoggerFactory } from '@toolwright/core';
import { ToolContext } from '../context/ToolContext.js';

const logger = LoggerFactory.getLogger('toolwright.tools.definition');

/**
 * What a tool does and when to use it: a text, or a function that makes it of the context of each request, such as its
 * tenant or its locale (EG-04). Outside of a request, in catalogues and at the start, the function is given a context
 * without values; if it throws then, or whenever its text is blank, the tool has its default description.
 */
export type ToolDescription = string | ((toolContext: ToolContext) => string);

/** The description outside of a request; undefined for the default one. */
export function generalDescription(description: ToolDescription | undefined): string | undefined {
  if (typeof description !== 'function') return hasText(description) ? description : undefined;
  try {
    const text = description(new ToolContext());
    return hasText(text) ? text : undefined;
  } catch (err) {
    logger.debug('A description needs values of the tool context; outside of requests its tool has the default one.', {
      err,
    });
    return undefined;
  }
}
