import { isSpanContextValid, trace } from '@opentelemetry/api';
import type { LogFields } from '@toolwright/core';

/** The ids of the active span, by the names of OpenTelemetry's log data model, for the lines of a log; undefined without one. */
export function traceLogFields(): LogFields | undefined {
  const context = trace.getActiveSpan()?.spanContext();
  if (!context || !isSpanContextValid(context)) return undefined;
  return {
    trace_id: context.traceId,
    span_id: context.spanId,
    trace_flags: context.traceFlags.toString(16).padStart(2, '0'),
  };
}
