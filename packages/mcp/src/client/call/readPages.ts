import { McpToolListingException } from '../exception/McpToolListingException.js';
import type { RawResult } from './anyResult.js';

const MAX_PAGES = 100;

/**
 * Reads all pages of a list in their order (MP-06).
 *
 * @param key the member of the pages that holds the items
 * @param readPage asks for the page at a cursor, at first without one
 * @param maxItems what is more is refused
 * @throws {McpToolListingException} if there are too many pages or items, or a cursor comes twice
 */
export async function readPages(
  connectionName: string,
  key: string,
  readPage: (cursor: string | undefined) => Promise<RawResult>,
  maxItems: number,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const result = await readPage(cursor);
    const pageItems = result[key];
    if (!Array.isArray(pageItems)) throw new McpToolListingException(connectionName, `the answer has no list '${key}'`);
    items.push(...(pageItems as unknown[]));
    if (items.length > maxItems) {
      throw new McpToolListingException(
        connectionName,
        `the server lists more than ${maxItems} ${key}. Raise mcp.client.toolcallback.max-tools if that is right.`,
      );
    }
    const { nextCursor } = result;
    if (typeof nextCursor !== 'string') return items;
    if (cursors.has(nextCursor)) {
      throw new McpToolListingException(connectionName, `the server repeats the cursor of page ${page + 1}`);
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  throw new McpToolListingException(connectionName, `the server has more than ${MAX_PAGES} pages`);
}
