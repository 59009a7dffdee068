import type { AssistantMessage } from '@toolwright/model';
import type { ProviderContent } from './ProviderModel.js';

/**
 * Entry of an assistant message's metadata: what the provider sent, as far as text and tool calls do not say it. Thoughts
 * with their signatures, ids of items and calls of the provider's own tools have to be sent back with the next request.
 * It is plain JSON, so that a memory may store it.
 */
export const PROVIDER_CONTENT = 'providerContent';

/** The entry for these parts; undefined if text and tool calls of the message say it all. */
export function providerContentOf(parts: readonly ProviderContent[]): readonly ProviderContent[] | undefined {
  let texts = 0;
  let callSeen = false;
  for (const part of parts) {
    if (part.providerMetadata) return parts;
    if (part.type === 'text') {
      texts++;
      if (callSeen || texts > 1) return parts;
    } else if (part.type === 'tool-call' && !part.providerExecuted) callSeen = true;
    else if (part.type !== 'source' && part.type !== 'file') return parts;
  }
  return undefined;
}

/**
 * What the provider sent for this message, if the message still says the same: an advisor may have changed its text or its
 * calls, and what has been changed must not come back.
 */
export function storedProviderContent(message: AssistantMessage): readonly ProviderContent[] | undefined {
  const stored = message.metadata[PROVIDER_CONTENT];
  if (!Array.isArray(stored)) return undefined;
  const parts = stored as readonly ProviderContent[];
  if (textOf(parts) !== (message.text ?? '')) return undefined;
  const calls = callsOf(parts);
  const same =
    calls.length === message.toolCalls.length &&
    message.toolCalls.every((call, index) => {
      const part = calls[index];
      return part?.toolCallId === call.id && part.toolName === call.name && part.input === call.arguments;
    });
  return same ? parts : undefined;
}

/** The calls among these parts that are not the provider's own affair. */
export function callsOf(parts: readonly ProviderContent[]): Extract<ProviderContent, { type: 'tool-call' }>[] {
  return parts.filter((part) => part.type === 'tool-call' && !part.providerExecuted) as Extract<
    ProviderContent,
    { type: 'tool-call' }
  >[];
}

/** The text of the answer, without thoughts. */
export function textOf(parts: readonly ProviderContent[]): string {
  let text = '';
  for (const part of parts) if (part.type === 'text') text += part.text;
  return text;
}
