/** Brand of every exception of Toolwright, shared by all copies of this package. */
const TOOLWRIGHT_EXCEPTION: unique symbol = Symbol.for('@toolwright/exception') as never;

/**
 * The ancestor of every exception that Toolwright throws.
 *
 * `name` is the class's name and `cause`, where there is one, the original value. Compare `code`, a constant of the
 * class and part of the public API, rather than the message. {@link isToolwrightException} recognises an exception
 * even when two copies of a package are installed.
 */
export abstract class ToolwrightException extends Error {
  /** Stable identifier of the kind of failure, upper case with underscores. */
  abstract readonly code: string;

  /** @internal */
  get [TOOLWRIGHT_EXCEPTION](): true {
    return true;
  }

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Whether `value` is an exception of Toolwright, whichever copy of the package made it. */
export function isToolwrightException(value: unknown): value is ToolwrightException {
  return typeof value === 'object' && value !== null && TOOLWRIGHT_EXCEPTION in value;
}
