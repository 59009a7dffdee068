import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventLog, LoggedEvent } from '../events/EventLog.js';
import { RequestProblem } from './RequestProblem.js';

/** Pages that may listen at the same time. */
const MAX_LISTENERS = 64;
/** Bytes that may wait for a page; one that is slower is cut off, and asks again for what it has missed. */
const MAX_WAITING = 4 * 2 ** 20;
/** Milliseconds between two signs of life. */
const HEARTBEAT = 15_000;

/** Sends events as they come, after those that the page has missed. */
export function serveEvents(log: EventLog, lastEventId: string | undefined, response: ServerResponse): void {
  if (log.listeners >= MAX_LISTENERS) {
    throw new RequestProblem(503, 'TOO_MANY_PAGES', `More than ${MAX_LISTENERS} pages listen to the studio.`);
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write('retry: 1000\n\n');
  const missed = lastEventId === undefined ? [] : log.after(lastEventId);
  if (missed) for (const event of missed) send(response, event);
  else send(response, { id: log.lastId, data: RESET });
  // An id without data is no event, but what a browser comes back with that has seen none yet.
  response.write(`id: ${log.lastId}\n\n`);
  const stop = log.listen((event) => {
    send(response, event);
    if (response.writableLength > MAX_WAITING) response.destroy();
  });
  const heartbeat = setInterval(() => void response.write(': \n\n'), HEARTBEAT);
  heartbeat.unref();
  response.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
}

const RESET = JSON.stringify({ type: 'reset' });

function send(response: ServerResponse, { id, data }: LoggedEvent): void {
  response.write(`id: ${id}\ndata: ${data}\n\n`);
}

/** What the page has seen last: the header that browsers send, or the parameter of a page that asks by itself. */
export function lastEventIdOf({ headers }: IncomingMessage, query: URLSearchParams): string | undefined {
  const header = headers['last-event-id'];
  return (Array.isArray(header) ? header[0] : header) ?? query.get('lastEventId') ?? undefined;
}
