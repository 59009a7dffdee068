import type { Attributes, AttributeValue } from '@opentelemetry/api';
import type { ObservationContext } from '@toolwright/core';

/** Attributes that the semantic conventions define as numbers. */
const NUMBERS =
  /^(gen_ai\.usage\..*|toolwright\.usage\..*|gen_ai\.request\.(temperature|max_tokens|top_p|top_k|frequency_penalty|presence_penalty))$/;

/** Attributes that the semantic conventions define as lists of texts. */
const LISTS: ReadonlySet<string> = new Set(['gen_ai.response.finish_reasons', 'gen_ai.request.stop_sequences']);

/** The key values of an observation, which are texts, with the types that the semantic conventions define. */
export function spanAttributes(context: ObservationContext): Attributes {
  const attributes: Attributes = {};
  for (const [key, value] of context.lowCardinalityKeyValues) attributes[key] = valueOf(key, value);
  for (const [key, value] of context.highCardinalityKeyValues) attributes[key] = valueOf(key, value);
  return attributes;
}

function valueOf(key: string, text: string): AttributeValue {
  if (LISTS.has(key)) return JSON.parse(text) as string[];
  if (text === 'true' || text === 'false') return text === 'true';
  return NUMBERS.test(key) ? Number(text) : text;
}
