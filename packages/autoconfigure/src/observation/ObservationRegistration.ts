import { type ObservationFilter, type ObservationHandler, ObservationRegistry } from '@toolwright/core';

/** Adds the handlers and filters of an application to its registries, those of the application included. */
export class ObservationRegistration {
  constructor(
    registries: readonly ObservationRegistry[],
    handlers: readonly ObservationHandler[],
    filters: readonly ObservationFilter[],
  ) {
    // A registry that observes nothing is a choice.
    for (const registry of registries.filter((each) => each !== ObservationRegistry.NOOP)) {
      for (const handler of handlers) registry.addHandler(handler);
      for (const filter of filters) registry.addFilter(filter);
    }
  }
}
