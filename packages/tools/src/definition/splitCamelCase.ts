import { requireNonNull } from '@toolwright/core';

/** Before an upper-case or non-ASCII letter that starts a word; Spring's pattern, with groups that do not capture. */
const WORD_START = /(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])/;

/**
 * Joins the words of a camel-case name with a delimiter, in lower case: `helloWorldFoo` becomes `hello world foo`.
 *
 * @throws {IllegalArgumentException} `Source string must not be null`, `Delimiter must not be null` (TD-10)
 */
export function splitCamelCase(source: string, delimiter: string): string {
  requireNonNull(source, 'Source string must not be null');
  requireNonNull(delimiter, 'Delimiter must not be null');
  return source
    .split(WORD_START)
    .map((word) => word.toLowerCase())
    .join(delimiter);
}
