const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What may be in a JSON text. */
export interface JsonLimits {
  /** Members of all lists and objects together; an empty one counts as one. */
  readonly maxElements: number;
  /** Lists and objects within each other. */
  readonly maxDepth: number;
}

/**
 * Which limit a JSON text exceeds, found before anything is made of it: a few megabytes of brackets would become hundreds
 * of megabytes of objects (MX-14). A text that is no JSON gives any answer.
 */
export function exceededLimit(text: string, { maxElements, maxDepth }: JsonLimits): keyof JsonLimits | undefined {
  let elements = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > maxDepth) return 'maxDepth';
        elements += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        elements += 1;
        break;
    }
    if (elements > maxElements) return 'maxElements';
  }
  return undefined;
}

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
