/** A request that is answered with an error. Never leaves the studio. */
export class RequestProblem extends Error {
  /** @param code stable, for the page */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** There is no such thing. */
export function notFound(what: string): RequestProblem {
  return new RequestProblem(404, 'NOT_FOUND', what);
}

/** The request is not as it must be. */
export function invalid(message: string): RequestProblem {
  return new RequestProblem(400, 'INVALID_REQUEST', message);
}
