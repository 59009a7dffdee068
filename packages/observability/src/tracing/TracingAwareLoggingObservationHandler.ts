import { context as otelContext, trace } from '@opentelemetry/api';
import { type ObservationContext, ObservationHandler } from '@toolwright/core';
import { spanOf } from './TracingObservationHandler.js';

/** Runs a handler that writes to the log inside of the observation's span, so that its lines carry the ids of the trace (BX-21). */
export class TracingAwareLoggingObservationHandler<
  C extends ObservationContext = ObservationContext,
> extends ObservationHandler<C> {
  /** @param delegate the handler that writes */
  constructor(readonly delegate: ObservationHandler<C>) {
    super();
  }

  override get isIdle(): boolean {
    return this.delegate.isIdle;
  }

  override supportsContext(context: ObservationContext): context is C {
    return this.delegate.supportsContext(context);
  }

  override onStart(context: C): void {
    this.#inSpan(context, () => {
      this.delegate.onStart(context);
    });
  }

  override onError(context: C): void {
    this.#inSpan(context, () => {
      this.delegate.onError(context);
    });
  }

  override onStop(context: C): void {
    this.#inSpan(context, () => {
      this.delegate.onStop(context);
    });
  }

  #inSpan(context: C, action: () => void): void {
    const span = spanOf(context);
    if (span) otelContext.with(trace.setSpan(otelContext.active(), span), action);
    else action();
  }
}
