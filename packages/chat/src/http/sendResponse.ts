import type { ServerResponse } from 'node:http';
import { LoggerFactory } from '@toolwright/core';

const logger = LoggerFactory.getLogger('toolwright.chat.http');

/**
 * Sends a web response through a server of Node: status, headers, and the body as fast as the client reads it. A client
 * that goes away ends the body, and with it the turn that it comes from.
 *
 * @returns when all was sent, the client has gone, or the body has failed, which breaks the connection off and is logged
 */
export async function sendResponse(response: Response, target: ServerResponse): Promise<void> {
  target.writeHead(response.status, Object.fromEntries(response.headers));
  // Headers go out before the first piece of the answer, which may take long.
  target.flushHeaders();
  if (!response.body) {
    target.end();
    return;
  }
  try {
    // Loaded here, because most programs send nothing this way and would start later for it.
    const [{ Readable }, { pipeline }] = await Promise.all([import('node:stream'), import('node:stream/promises')]);
    await pipeline(Readable.fromWeb(response.body), target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    logger.warn('A response was broken off, because what it streams has failed', { err: error });
  }
}
