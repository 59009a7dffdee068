/** Context key of the instruction that the terminal advisor appends to the user text. */
export const OUTPUT_FORMAT = 'spring.ai.chat.client.output.format';
/** Context key of the schema that the terminal advisor gives to the provider. */
export const STRUCTURED_OUTPUT_SCHEMA = 'spring.ai.chat.client.structured.output.schema';
/** Context key of whether the provider, if it can, is given the schema instead of an instruction. */
export const STRUCTURED_OUTPUT_NATIVE = 'spring.ai.chat.client.structured.output.native';
