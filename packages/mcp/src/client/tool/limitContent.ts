import type * as McpSchema from '../../sdk/McpSchema.js';

/** What became of a result that had to be limited. */
export interface LimitedContent {
  readonly content: readonly McpSchema.ContentBlock[];
  readonly limited: boolean;
}

/**
 * Cuts texts and leaves out binary items so that all items together have at most `limit` characters (MX-09). A cut text
 * ends with `[truncated: <n> of <m> characters]`.
 */
export function limitContent(content: readonly McpSchema.ContentBlock[], limit: number): LimitedContent {
  let left = limit;
  let limited = false;
  const items = content.map((item): McpSchema.ContentBlock => {
    const field = contentField(item);
    if (field === undefined) return item;
    const { value, binary, mimeType } = field;
    if (value.length <= left) {
      left -= value.length;
      return item;
    }
    limited = true;
    if (binary) {
      const bytes = Math.floor((value.length * 3) / 4);
      return { type: 'text', text: `[omitted: ${mimeType ?? 'binary data'} of ${bytes} bytes]` };
    }
    const kept = cutText(value, left);
    left = 0;
    return withText(item, `${kept}[truncated: ${kept.length} of ${value.length} characters]`);
  });
  return { content: items, limited };
}

/** The beginning of a text, without half a character at its end. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

interface ContentField {
  readonly value: string;
  readonly binary: boolean;
  readonly mimeType?: string | undefined;
}

function contentField(item: McpSchema.ContentBlock): ContentField | undefined {
  switch (item.type) {
    case 'text':
      return { value: item.text, binary: false };
    case 'image':
    case 'audio':
      return { value: item.data, binary: true, mimeType: item.mimeType };
    case 'resource':
      return 'blob' in item.resource
        ? { value: item.resource.blob, binary: true, mimeType: item.resource.mimeType }
        : { value: item.resource.text, binary: false };
    default:
      // Links, and types of later revisions, which are counted as the JSON that they are.
      return item.type === 'resource_link' ? undefined : unknownField(item);
  }
}

function unknownField(item: unknown): ContentField {
  return { value: JSON.stringify(item), binary: true };
}

function withText(item: McpSchema.ContentBlock, text: string): McpSchema.ContentBlock {
  return item.type === 'resource' ? { ...item, resource: { ...item.resource, text } } : { type: 'text', text };
}
