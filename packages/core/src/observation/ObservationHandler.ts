import type { ObservationContext } from './ObservationContext.js';

/** Is told about observations: a tracer, a meter, a log. What it throws never reaches the observed operation. */
export abstract class ObservationHandler<C extends ObservationContext = ObservationContext> {
  /**
   * Whether this handler could pass on nothing of what it is told now, as one for OpenTelemetry in a process without an SDK.
   * While all handlers of a registry are idle nothing is observed, as if there were none. It is asked at each operation and
   * must be cheap; default false.
   */
  get isIdle(): boolean {
    return false;
  }

  abstract supportsContext(context: ObservationContext): context is C;

  /** The operation starts; names and attributes are set. */
  onStart(_context: C): void {}

  /**
   * Runs a part of the operation, for handlers that keep something in the asynchronous flow, such as the active span. A
   * stream runs in many parts. Whatever `operation` returns or throws is returned or thrown.
   */
  scope<T>(_context: C, operation: () => T): T {
    return operation();
  }

  /** The operation failed; `context.error` is set. `onStop` follows. */
  onError(_context: C): void {}

  /**
   * The operation has ended, well or not; called exactly once, for every context that `onStart` got. The context may be
   * another one that a filter made of it, whose `origin` is the one of the start.
   */
  onStop(_context: C): void {}
}

/** Completes a context before handlers see its end, for example with content that is off by default. */
export abstract class ObservationFilter {
  /**
   * Returns `context`, changed or not, or another one in its place; contexts of other kinds are returned as they are. A
   * handler that does not know the kind of the other one gets `context`.
   */
  abstract map(context: ObservationContext): ObservationContext;
}
