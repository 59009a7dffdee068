import { requireNonNull } from '@toolwright/core';

/**
 * Where a word starts: before an upper-case letter that follows none, and before one that a lower-case letter follows. A
 * character beyond ASCII counts as upper case, as in Spring's pattern (TD-11).
 */
const WORD_START = /(?<!^|[\p{Lu}\P{ASCII}_$])(?=[\p{Lu}\P{ASCII}])|(?<!^)(?=[\p{Lu}\P{ASCII}]\p{Ll})/u;

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
