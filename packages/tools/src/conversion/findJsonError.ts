/** One token of JSON, or white space before it, from a given index on. */
const WHITE_SPACE = /[ \t\n\r]*/y;
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
/** As much of a string as is good; never the closing quote. */
const STRING_START = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERAL = /true|false|null/y;

/**
 * The index of the first character that makes `text` no JSON document; its length if it just ends too early. Our own
 * scan, because what `JSON.parse` says about positions differs between Node versions.
 */
export function findJsonError(text: string): number {
  /** The closers of the open objects and arrays, innermost last. */
  const open: ('}' | ']')[] = [];
  let expected: 'value' | 'key' | 'first-key' | 'first-value' | 'after-value' = 'value';
  let index = 0;
  for (;;) {
    index = skip(WHITE_SPACE, text, index) ?? index;
    const character = text[index];
    if (character === undefined) return text.length;
    if (expected === 'after-value') {
      const closer = open.at(-1);
      if (closer === undefined) return index;
      if (character === ',') expected = closer === '}' ? 'key' : 'value';
      else if (character === closer) open.pop();
      else return index;
      index += 1;
      continue;
    }
    if ((expected === 'first-key' && character === '}') || (expected === 'first-value' && character === ']')) {
      open.pop();
      index += 1;
      expected = 'after-value';
      continue;
    }
    if (expected === 'key' || expected === 'first-key') {
      const afterKey = skip(STRING, text, index);
      if (afterKey === undefined) return stringError(text, index);
      index = skip(WHITE_SPACE, text, afterKey) ?? afterKey;
      if (text[index] !== ':') return index;
      index += 1;
      expected = 'value';
      continue;
    }
    if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'first-key' : 'first-value';
      index += 1;
      continue;
    }
    const afterScalar = skip(STRING, text, index) ?? skip(NUMBER, text, index) ?? skip(LITERAL, text, index);
    if (afterScalar === undefined) return stringError(text, index);
    index = afterScalar;
    expected = 'after-value';
  }
}

/** Where the string that starts at `index` goes wrong, or `index` itself if none starts there. */
function stringError(text: string, index: number): number {
  return skip(STRING_START, text, index) ?? index;
}

function skip(token: RegExp, text: string, index: number): number | undefined {
  token.lastIndex = index;
  return token.test(text) ? token.lastIndex : undefined;
}
