import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sendJson } from './headers.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

const NOT_BUILT =
  'The page of the studio is not built. Run: npm run build\nThe studio itself runs; its data is below /api.\n';

/**
 * Serves a file of the page. Paths without an extension are places within the page.
 *
 * @param folder where the page was built to
 * @param path decoded, beginning with a slash
 */
export async function servePage(folder: string, path: string, response: ServerResponse): Promise<void> {
  const isFile = extname(path) !== '';
  const file = join(folder, isFile ? path : '/index.html');
  const size = file.startsWith(folder + sep) && !file.includes('\0') ? await sizeOf(file) : null;
  if (size === null) {
    if (isFile) sendJson(response, 404, { code: 'NOT_FOUND', message: 'There is no such file.' });
    else response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(NOT_BUILT);
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-length': size,
    // The names of what index.html refers to change with their contents.
    'cache-control': file.startsWith(join(folder, 'assets') + sep)
      ? 'private, max-age=31536000, immutable'
      : 'no-cache',
  });
  await pipeline(createReadStream(file), response);
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}
