import type { IncomingMessage } from 'node:http';
import { invalid, RequestProblem } from './RequestProblem.js';

/** Bytes of a request. */
const MAX_BODY = 2 ** 20;
/** Bytes that are read of a request that is too large; then its connection is closed. */
const MAX_IGNORED = 64 * 2 ** 20;

/** @throws {RequestProblem} if the body is too large, or no JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new RequestProblem(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to its end all the same: whoever is cut off while writing does not see the answer.
    if (size <= MAX_BODY) chunks.push(chunk);
    else if (size > MAX_IGNORED) break;
  }
  if (size > MAX_BODY) throw new RequestProblem(413, 'TOO_LARGE', `The body has more than ${MAX_BODY} bytes.`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw invalid('The body is no JSON.');
  }
}
