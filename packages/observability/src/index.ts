export { isSdkRegistered } from './isSdkRegistered.js';
export { MetricsObservationHandler } from './metrics/MetricsObservationHandler.js';
export { TracingAwareLoggingObservationHandler } from './tracing/TracingAwareLoggingObservationHandler.js';
export { traceLogFields } from './tracing/traceLogFields.js';
export { spanOf, TracingObservationHandler, type TracingOptions } from './tracing/TracingObservationHandler.js';
