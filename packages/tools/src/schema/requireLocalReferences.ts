import { IllegalArgumentException } from '@toolwright/core';

/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'enum', 'examples', 'default']);

/**
 * Makes sure that a schema needs nothing but itself (ZS-05).
 *
 * @param inputSchema JSON text; what is no JSON is somebody else's to report
 * @throws {IllegalArgumentException} if it refers to another document
 */
export function requireLocalReferences(inputSchema: string, toolName: string): void {
  // Most schemas have no reference at all, and looking for the word is cheaper than parsing.
  if (!inputSchema.includes('Ref"') && !inputSchema.includes('$ref"')) return;
  let schema: unknown;
  try {
    schema = JSON.parse(inputSchema);
  } catch {
    return;
  }
  const remote = findRemoteReference(schema);
  if (remote === undefined) return;
  throw new IllegalArgumentException(
    `The input schema of tool '${toolName}' refers to '${remote}'; only references inside the document, which start ` +
      'with #, are resolved. Copy what it refers to into $defs.',
  );
}

function findRemoteReference(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') {
      if ((key === '$ref' || key === '$dynamicRef') && !value.startsWith('#')) return value;
    } else if (!DATA_KEYWORDS.has(key)) {
      const found = findRemoteReference(value);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
