import { context as otelContext, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { ChatModelObservationContext } from '@toolwright/chat';
import { errorTypeOf, type ObservationContext, ObservationHandler } from '@toolwright/core';
import { isSdkRegistered } from '../isSdkRegistered.js';
import { spanAttributes } from './spanAttributes.js';

/** Settings of a {@link TracingObservationHandler}. */
export interface TracingOptions {
  /** Makes the spans; default: that of the registered SDK, under the name `toolwright`. */
  readonly tracer?: Tracer;
  /**
   * Whether messages and stacks of errors are recorded; default false, because they may quote arguments and results.
   */
  readonly includeErrors?: boolean;
}

const spans = new WeakMap<ObservationContext, Span>();

/** The span of an observation, if it is traced. */
export function spanOf(context: ObservationContext): Span | undefined {
  return spans.get(context.origin);
}

/**
 * Makes a span of every observation. It is the child of the span of the outer observation, or of the one that is active in
 * the caller, and active itself while the operation runs, so that the spans of an instrumented database or HTTP client
 * inside of a tool are its children.
 *
 * With the tracer of the registered SDK it is idle until there is one.
 */
export class TracingObservationHandler extends ObservationHandler {
  readonly #tracer: Tracer;
  readonly #includeErrors: boolean;
  readonly #needsSdk: boolean;

  constructor(options: TracingOptions = {}) {
    super();
    this.#needsSdk = options.tracer === undefined;
    this.#tracer = options.tracer ?? trace.getTracer('toolwright');
    this.#includeErrors = options.includeErrors ?? false;
  }

  override get isIdle(): boolean {
    return this.#needsSdk && !isSdkRegistered('trace');
  }

  override supportsContext(_context: ObservationContext): _context is ObservationContext {
    return true;
  }

  override onStart(context: ObservationContext): void {
    // Others are told of it.
    if (this.isIdle) return;
    const parent = context.parent && spans.get(context.parent);
    const active = otelContext.active();
    const span = this.#tracer.startSpan(
      context.contextualName,
      // Asking a model leaves the process; all else happens in it.
      { kind: context instanceof ChatModelObservationContext ? SpanKind.CLIENT : SpanKind.INTERNAL },
      // An active span that was started inside of the outer observation is nearer than that.
      parent && trace.getSpan(active) === undefined ? trace.setSpan(active, parent) : active,
    );
    spans.set(context, span);
  }

  override scope<T>(context: ObservationContext, operation: () => T): T {
    const span = spans.get(context);
    return span ? otelContext.with(trace.setSpan(otelContext.active(), span), operation) : operation();
  }

  override onError(context: ObservationContext): void {
    const span = spans.get(context);
    const { error } = context;
    span?.setStatus({ code: SpanStatusCode.ERROR });
    if (this.#includeErrors) span?.recordException(error instanceof Error ? error : errorTypeOf(error));
  }

  override onStop(context: ObservationContext): void {
    const span = spanOf(context);
    if (!span) return;
    if (span.isRecording()) span.setAttributes(spanAttributes(context));
    span.end();
  }
}
