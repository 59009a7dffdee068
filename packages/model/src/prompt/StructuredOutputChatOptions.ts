import type { ChatOptions } from './ChatOptions.js';

/** Brand of {@link StructuredOutputChatOptions}, shared by all copies of this package. */
export const STRUCTURED_OUTPUT_CHAT_OPTIONS: unique symbol = Symbol.for(
  '@toolwright/structured-output-chat-options',
) as never;

/** Options of a model whose provider can be told the JSON Schema that the answer must have. */
export interface StructuredOutputChatOptions extends ChatOptions {
  readonly [STRUCTURED_OUTPUT_CHAT_OPTIONS]: true;
  /** The schema as text; null if the answer is free. */
  readonly outputSchema: string | null;
  /** These options with another schema. */
  withOutputSchema(outputSchema: string | null): StructuredOutputChatOptions;
}

/** Whether the model of these options can be told an output schema, whichever copy of the package made them. */
export function isStructuredOutputChatOptions(
  options: ChatOptions | null | undefined,
): options is StructuredOutputChatOptions {
  return options !== null && options !== undefined && STRUCTURED_OUTPUT_CHAT_OPTIONS in options;
}
