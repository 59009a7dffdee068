// #region handler
import { ChatClient } from '@toolwright/chat';
import { type ObservationContext, ObservationHandler, ObservationRegistry } from '@toolwright/core';
// #endregion
import type { ChatModel } from '@toolwright/model';
// #region open-telemetry
import { MetricsObservationHandler, TracingObservationHandler } from '@toolwright/observability';
// #endregion

// #region handler
class Durations extends ObservationHandler {
  readonly #started = new WeakMap<ObservationContext, number>();

  override supportsContext(_context: ObservationContext): _context is ObservationContext {
    return true;
  }

  override onStart(context: ObservationContext): void {
    this.#started.set(context, performance.now());
  }

  override onStop(context: ObservationContext): void {
    const milliseconds = performance.now() - (this.#started.get(context.origin) ?? 0);
    console.log(context.contextualName, milliseconds, Object.fromEntries(context.lowCardinalityKeyValues));
  }
}
// #endregion

/** A client whose turns are measured. */
export function clientOf(model: ChatModel): ChatClient {
  // #region handler
  const observationRegistry = new ObservationRegistry().addHandler(new Durations());
  const client = ChatClient.create(model, { observationRegistry });
  // #endregion
  return client;
}

// #region open-telemetry
const registry = new ObservationRegistry()
  .addHandler(new TracingObservationHandler())
  .addHandler(new MetricsObservationHandler());
// #endregion

export { registry };
