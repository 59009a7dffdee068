import type { IncomingMessage } from 'node:http';
import { exceededLimit, type JsonLimits } from './exceededLimit.js';

/** What one HTTP request may consist of. */
export interface MessageLimits extends JsonLimits {
  /** Bytes. */
  readonly maxSize: number;
}

/** Why a request is not looked at. */
export interface MessageRefusal {
  readonly status: 400 | 413;
  /** Of JSON-RPC. */
  readonly code: number;
  readonly message: string;
}

/** A message, or why there is none. */
export type ReadMessage = { readonly message: unknown } | { readonly refusal: MessageRefusal };

/**
 * Reads a JSON body. Nothing is kept beyond the size limit, and nothing is made of a text beyond the others (MX-14).
 *
 * @returns undefined if the client went away while it sent
 */
export async function readMessage(request: IncomingMessage, limits: MessageLimits): Promise<ReadMessage | undefined> {
  const text = await readText(request, limits.maxSize);
  if (text === null) return undefined;
  if (text === undefined) {
    const message = `Payload Too Large: Request body must not exceed ${limits.maxSize} bytes`;
    return { refusal: { status: 413, code: -32_000, message } };
  }
  const exceeded = exceededLimit(text, limits);
  if (exceeded)
    return { refusal: { status: 400, code: -32_600, message: `Invalid Request: ${reasonOf(exceeded, limits)}` } };
  try {
    return { message: JSON.parse(text) as unknown };
  } catch {
    return { refusal: { status: 400, code: -32_700, message: 'Parse error: Invalid JSON' } };
  }
}

function reasonOf(exceeded: keyof JsonLimits, { maxElements, maxDepth }: JsonLimits): string {
  return exceeded === 'maxDepth'
    ? `it must not be nested deeper than ${maxDepth} levels`
    : `it must not have more than ${maxElements} elements`;
}

/** @returns undefined if there are more bytes, the rest of which is thrown away as it comes; null if it never ends */
function readText(request: IncomingMessage, maxBytes: number): Promise<string | undefined | null> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let received = 0;
    const tooLarge = (): void => {
      chunks = [];
      request.removeAllListeners('data').resume();
      resolve(undefined);
    };
    if (Number(request.headers['content-length']) > maxBytes) {
      tooLarge();
      return;
    }
    request.on('data', (chunk: Buffer) => {
      received += chunk.byteLength;
      if (received > maxBytes) tooLarge();
      else chunks.push(chunk);
    });
    request.once('end', () => {
      resolve(new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    });
    request.once('close', () => {
      resolve(null);
    });
  });
}
