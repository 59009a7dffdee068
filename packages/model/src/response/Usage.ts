/** The tokens of one model request, or of all requests of a turn. */
export interface Usage {
  /** Tokens of the request. */
  readonly promptTokens: number;
  /** Tokens of the answer. */
  readonly completionTokens: number;
  readonly totalTokens: number;
  /** Request tokens that came from the provider's cache; null if it does not say. */
  readonly cacheReadInputTokens: number | null;
  /** Request tokens that were written to the provider's cache; null if it does not say. */
  readonly cacheWriteInputTokens: number | null;
  /** Tokens of the answer that the model spent on thinking, part of {@link completionTokens}; absent if it does not say. */
  readonly reasoningTokens?: number;
  /** The provider's own figures as it sent them; null after two usages were added. */
  readonly nativeUsage: unknown;
}

/** The usage of a model that reports none. */
export const EMPTY_USAGE: Usage = Object.freeze({
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
  cacheReadInputTokens: null,
  cacheWriteInputTokens: null,
  nativeUsage: null,
});

/** What a provider may say beside the three sums of a {@link Usage}. */
export interface UsageDetails
  extends Partial<Pick<Usage, 'cacheReadInputTokens' | 'cacheWriteInputTokens' | 'nativeUsage'>> {
  readonly reasoningTokens?: number | undefined;
}

/**
 * A usage from its parts.
 *
 * @param totalTokens default: the sum of the other two
 */
export function usageOf(
  promptTokens: number,
  completionTokens: number,
  totalTokens = promptTokens + completionTokens,
  details: UsageDetails = {},
): Usage {
  const { reasoningTokens } = details;
  const usage: Usage = {
    promptTokens,
    completionTokens,
    totalTokens,
    cacheReadInputTokens: details.cacheReadInputTokens ?? null,
    cacheWriteInputTokens: details.cacheWriteInputTokens ?? null,
    nativeUsage: details.nativeUsage ?? null,
  };
  return reasoningTokens === undefined ? usage : { ...usage, reasoningTokens };
}
