const API = Symbol.for('opentelemetry.js.api.1');

/**
 * Whether the process has an OpenTelemetry SDK for traces or metrics. It is read where the API of every version keeps it, so
 * that nothing has to be loaded to find out.
 */
export function isSdkRegistered(signal: 'trace' | 'metrics'): boolean {
  const api = (globalThis as Record<symbol, unknown>)[API];
  return typeof api === 'object' && api !== null && signal in api;
}
