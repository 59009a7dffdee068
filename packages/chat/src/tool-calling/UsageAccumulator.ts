import { type ChatResponse, EMPTY_USAGE, type Usage, usageOf } from '@toolwright/model';
import { ChatClientResponse } from '../client/ChatClientResponse.js';

/** Sums what the model requests of one turn have used. Not shared between turns. */
export class UsageAccumulator {
  #total: Usage | null;

  /** @param initial what the turn has used before */
  constructor(initial: Usage | null = null) {
    this.#total = initial;
  }

  /** What was used so far: the usage object itself after one request, a sum without native figures after more. */
  get total(): Usage | null {
    return this.#total;
  }

  /** Counts a response; one that reports no tokens does not count. */
  add(response: ChatResponse | null): void {
    const usage = usageIn(response);
    if (usage) this.#total = this.#total ? sumOf(this.#total, usage) : usage;
  }

  /** The response with the total in place of its own usage (TA-18, TA-21). */
  apply(response: ChatClientResponse): ChatClientResponse {
    const total = this.#total;
    if (!total || !response.chatResponse || response.chatResponse.metadata.usage === total) return response;
    return withUsage(response, response.chatResponse, total);
  }

  /** The chunk with the total added to its own usage; a chunk that reports no tokens stays as it is (TS-08). */
  raise(chunk: ChatClientResponse): ChatClientResponse {
    if (!this.#total) return chunk;
    const usage = usageIn(chunk.chatResponse);
    return usage && chunk.chatResponse ? withUsage(chunk, chunk.chatResponse, sumOf(this.#total, usage)) : chunk;
  }
}

function usageIn(response: ChatResponse | null): Usage | null {
  const usage = response?.metadata.usage ?? EMPTY_USAGE;
  return usage.totalTokens === 0 ? null : usage;
}

function withUsage(response: ChatClientResponse, answer: ChatResponse, usage: Usage): ChatClientResponse {
  return ChatClientResponse.of(answer.withMetadata({ usage }), response.context, response.round);
}

function sumOf(a: Usage, b: Usage): Usage {
  return usageOf(
    a.promptTokens + b.promptTokens,
    a.completionTokens + b.completionTokens,
    a.totalTokens + b.totalTokens,
    {
      cacheReadInputTokens: sumOfKnown(a.cacheReadInputTokens, b.cacheReadInputTokens),
      cacheWriteInputTokens: sumOfKnown(a.cacheWriteInputTokens, b.cacheWriteInputTokens),
      reasoningTokens: sumOfKnown(a.reasoningTokens ?? null, b.reasoningTokens ?? null) ?? undefined,
    },
  );
}

/** A figure that neither side reports stays unknown (TA-19). */
function sumOfKnown(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}
