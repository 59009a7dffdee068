/** Fields of a result that tell where it comes from, best first. */
const SOURCE_FIELDS: readonly string[] = ['path', 'page', 'file', 'url', 'source', 'href', 'title', 'document', 'name'];
const PATH =
  /(?<![\w/])(?:[\w.-]+\/)*[\w-]+\.(?:md|mdx|markdown|txt|html?|pdf|rst|adoc|json|csv|ya?ml)\b(?:#[\w-]+)?|https?:\/\/[^\s"'<>)\]]+/gi;

/** The page, file or address that an entry of a result names; null if none. */
export function pageOf(entry: unknown): string | null {
  if (typeof entry === 'string') return entry.match(PATH)?.[0] ?? null;
  if (typeof entry !== 'object' || entry === null) return null;
  const fields = entry as Readonly<Record<string, unknown>>;
  for (const field of SOURCE_FIELDS) {
    const value = fields[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}
