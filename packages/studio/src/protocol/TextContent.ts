/**
 * A text of a turn. It is content: while content is hidden, its length is all that is sent. A long text is cut, and its
 * rest is fetched in parts.
 */
export interface TextContent {
  /** The text, or its beginning; null while content is hidden. */
  readonly text: string | null;
  /** UTF-16 units of the whole text. */
  readonly length: number;
  /** Present if `text` is a beginning only: names the text for `GET /api/turns/:id/text?ref=…&offset=…`. */
  readonly ref?: string;
  /** Present if not even the studio has the whole text: the units that it has. */
  readonly stored?: number;
}

/** `GET /api/turns/:id/text?ref=…&offset=…&length=…`: a part of a long text. */
export interface TextPart {
  readonly ref: string;
  readonly offset: number;
  readonly text: string;
  /** UTF-16 units that can be fetched. */
  readonly stored: number;
  /** UTF-16 units of the whole text. */
  readonly length: number;
}
