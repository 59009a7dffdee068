const OPENING = /<(think|thinking|reasoning)>/gi;
const FENCE = '```';

/**
 * The JSON in what a model wrote: without surrounding space, the thoughts in `<think>`, `<thinking>` and `<reasoning>`
 * tags, and a code fence around the rest (SO-11). A tag that is never closed stays.
 */
export function cleanJson(text: string): string {
  return withoutFence(withoutThoughts(text.trim()).trim()).trim();
}

function withoutThoughts(text: string): string {
  let kept = '';
  let position = 0;
  for (const opening of text.matchAll(OPENING)) {
    // Inside of thoughts that were removed already.
    if (opening.index < position) continue;
    const closing = new RegExp(`</${opening[1] ?? ''}>`, 'gi');
    closing.lastIndex = opening.index;
    const end = closing.exec(text);
    // What is not closed here is not closed further on either.
    if (!end) break;
    kept += text.slice(position, opening.index);
    position = closing.lastIndex;
  }
  return kept + text.slice(position);
}

function withoutFence(text: string): string {
  const isFenced = text.length > 2 * FENCE.length && text.startsWith(FENCE) && text.endsWith(FENCE);
  return isFenced ? text.slice(FENCE.length, -FENCE.length).replace(/^json\b/i, '') : text;
}
