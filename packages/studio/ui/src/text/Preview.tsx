import type { TextContent } from '@toolwright/studio/protocol';
import { HiddenContent } from './HiddenContent.js';
import { Untrusted } from './Untrusted.js';

/** The beginning of a text of a turn, for one line. */
export function Preview({ content, max = 160 }: { content: TextContent; max?: number }) {
  if (content.text === null) return <HiddenContent length={content.length} />;
  return <Untrusted text={content.text} max={max} />;
}
