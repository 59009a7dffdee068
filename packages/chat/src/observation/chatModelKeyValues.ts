import { EMPTY_USAGE, type Usage } from '@toolwright/model';
import type { ChatModelObservationContext } from './ChatModelObservationContext.js';
import { quotedList } from './quotedList.js';

/** The attributes of options and answers that both conventions name alike. */
export function chatModelKeyValues({ prompt, response }: ChatModelObservationContext): Record<string, string> {
  const { options } = prompt;
  const values: Record<string, string> = {};
  const add = (key: string, value: number | string | null | undefined) => {
    if (value !== null && value !== undefined && value !== '') values[key] = String(value);
  };
  add('gen_ai.request.temperature', options?.temperature);
  add('gen_ai.request.max_tokens', options?.maxTokens);
  add('gen_ai.request.top_p', options?.topP);
  add('gen_ai.request.top_k', options?.topK);
  add('gen_ai.request.frequency_penalty', options?.frequencyPenalty);
  add('gen_ai.request.presence_penalty', options?.presencePenalty);
  if (options?.stopSequences) add('gen_ai.request.stop_sequences', quotedList(options.stopSequences));
  if (!response) return values;
  const reasons = response.results.flatMap(({ metadata }) => metadata.finishReason ?? []);
  if (reasons.length > 0) add('gen_ai.response.finish_reasons', quotedList(reasons));
  add('gen_ai.response.id', response.metadata.id);
  const usage = usageOf(response.metadata.usage);
  if (usage) {
    add('gen_ai.usage.input_tokens', usage.promptTokens);
    add('gen_ai.usage.output_tokens', usage.completionTokens);
  }
  return values;
}

/** The usage of an answer; undefined if it reports none. */
export function usageOf(usage: Usage | undefined): Usage | undefined {
  return usage && usage !== EMPTY_USAGE && usage.totalTokens > 0 ? usage : undefined;
}
