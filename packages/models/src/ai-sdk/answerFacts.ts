import { type Usage, usageOf } from '@toolwright/model';
import type { ProviderFinishReason, ProviderUsage, ProviderWarning } from './ProviderModel.js';

/** The tokens that the provider counted, whichever specification it follows. */
export function usageFrom(usage: ProviderUsage): Usage {
  const { inputTokens, outputTokens } = usage;
  if (typeof inputTokens === 'object' && inputTokens !== null && typeof outputTokens === 'object') {
    const { raw } = usage as { raw?: unknown };
    return usageOf(inputTokens.total ?? 0, outputTokens.total ?? 0, undefined, {
      cacheReadInputTokens: inputTokens.cacheRead ?? null,
      cacheWriteInputTokens: inputTokens.cacheWrite ?? null,
      reasoningTokens: outputTokens.reasoning,
      nativeUsage: raw ?? usage,
    });
  }
  const flat = usage as Exclude<ProviderUsage, { inputTokens: object }>;
  const total = typeof flat.totalTokens === 'number' ? flat.totalTokens : undefined;
  return usageOf(flat.inputTokens ?? 0, flat.outputTokens ?? 0, total, {
    cacheReadInputTokens: flat.cachedInputTokens ?? null,
    reasoningTokens: flat.reasoningTokens,
    nativeUsage: usage,
  });
}

/** Why an answer ended: the word of the framework, and that of the provider if it is known. */
export function finishReasonFrom(reason: ProviderFinishReason): { finishReason: string; nativeFinishReason?: string } {
  const unified = typeof reason === 'string' ? reason : reason.unified;
  const raw = typeof reason === 'string' ? undefined : reason.raw;
  return {
    finishReason: unified.toUpperCase().replaceAll('-', '_'),
    ...(raw !== undefined && { nativeFinishReason: raw }),
  };
}

/** Whether the provider gave no reason for the end, which it does for every answer that is complete. */
export function endsWithoutReason(reason: ProviderFinishReason): boolean {
  if (typeof reason === 'string') return reason === 'unknown';
  return reason.unified === 'other' && reason.raw === undefined;
}

/** A warning in one line. It names settings and tools, never what is in a message. */
export function describeWarning({ type, feature, setting, tool, details, message }: ProviderWarning): string {
  const subject = feature ?? (typeof setting === 'string' ? setting : undefined) ?? tool?.name;
  const facts = [subject === undefined ? type : `${type} ${subject}`, details ?? message];
  return facts.filter((fact) => fact !== undefined).join(': ');
}
