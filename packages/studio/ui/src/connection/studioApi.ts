import type { ProblemDetails, SessionAnswer } from '@toolwright/studio/protocol';

/** A request that the studio refused, or that did not reach it. */
export class StudioError extends Error {
  /**
   * @param status of HTTP; 0 if the studio could not be reached
   * @param code stable, such as `NOT_FOUND`
   */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'StudioError';
  }
}

/** What went wrong, in words for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Fetches a JSON document of the studio. @throws {StudioError} */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await send(path, { ...(signal === undefined ? {} : { signal }) })) as T;
}

/** Sends JSON to the studio, and reads its JSON answer. @throws {StudioError} */
export async function postJson<T>(path: string, body: unknown): Promise<T> {
  return (await send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })) as T;
}

/** Exchanges the token that the application printed for a cookie of this browser. @throws {StudioError} */
export async function openSession(token: string): Promise<SessionAnswer> {
  return (await send('api/session', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })) as SessionAnswer;
}

/** A path with its query; parameters without a value are left out. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

async function send(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(path, { ...init, credentials: 'same-origin' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new StudioError(0, 'UNREACHABLE', 'The application cannot be reached.');
  });
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : (JSON.parse(text) as unknown);
  const { code, message } = problemOf(text, response);
  throw new StudioError(response.status, code, message);
}

function problemOf(text: string, { status, statusText }: Response): ProblemDetails {
  try {
    const { code, message } = JSON.parse(text) as Partial<ProblemDetails>;
    if (typeof code === 'string' && typeof message === 'string') return { code, message };
  } catch {
    // Not the studio's own answer: its status has to do.
  }
  return { code: 'HTTP_ERROR', message: `The application answered with ${status} ${statusText}.` };
}
