import { hasText } from '@toolwright/core';
import { isStructuredOutputChatOptions, type Prompt, UserMessage } from '@toolwright/model';
import type { Context } from '../client/Context.js';
import { OUTPUT_FORMAT, STRUCTURED_OUTPUT_NATIVE, STRUCTURED_OUTPUT_SCHEMA } from './outputKeys.js';

/**
 * The prompt as it is sent for an answer of a certain form: with the schema in the options where the provider takes one,
 * otherwise with the instruction behind the last user text (SO-02 to SO-05). The same prompt if there is nothing to say.
 */
export function promptWithFormat(prompt: Prompt, context: Context): Prompt {
  const schema = context[STRUCTURED_OUTPUT_SCHEMA];
  const { options } = prompt;
  if (context[STRUCTURED_OUTPUT_NATIVE] === true && isSet(schema) && isStructuredOutputChatOptions(options)) {
    return prompt.withOptions(options.withOutputSchema(schema));
  }
  const format = context[OUTPUT_FORMAT];
  return isSet(format) ? promptWithSuffix(prompt, format) : prompt;
}

/** The prompt with a line behind its last user text. */
export function promptWithSuffix(prompt: Prompt, suffix: string): Prompt {
  return prompt.augmentUserMessage(
    ({ text, metadata, media }) => new UserMessage(`${text}\n${suffix}`, { metadata, media }),
  );
}

function isSet(value: unknown): value is string {
  return typeof value === 'string' && hasText(value);
}
