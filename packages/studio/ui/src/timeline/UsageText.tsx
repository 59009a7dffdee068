import type { TokenUsage } from '@toolwright/studio/protocol';
import { formatCount } from '../text/format.js';

/** Tokens of a prompt and of what was generated, and how much of the prompt the provider had in its cache. */
export function UsageText({ usage }: { usage: TokenUsage | null }) {
  if (usage === null) return <span className="dimmed">–</span>;
  const { promptTokens, completionTokens, cacheReadTokens } = usage;
  return (
    <span className="usage">
      {formatCount(promptTokens)} in · {formatCount(completionTokens)} out
      {cacheReadTokens !== undefined && cacheReadTokens > 0 && (
        <span className="dimmed"> · {formatCount(cacheReadTokens)} cached</span>
      )}
    </span>
  );
}
