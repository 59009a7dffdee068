import type { IncomingMessage } from 'node:http';
import { invalid, RequestProblem } from './RequestProblem.js';

/** Bytes of a request. */
const MAX_BODY = 2 ** 20;

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
    if (size > MAX_BODY) throw new RequestProblem(413, 'TOO_LARGE', `The body has more than ${MAX_BODY} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw invalid('The body is no JSON.');
  }
}
