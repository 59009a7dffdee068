import type { ObservationContext } from './ObservationContext.js';
import type { ObservationConvention } from './ObservationConvention.js';

/** Names an observation as its first convention does and gives it the attributes of both; equal keys are the first's. */
export class CompositeObservationConvention<C extends ObservationContext> implements ObservationConvention<C> {
  readonly #first: ObservationConvention<C>;
  readonly #second: ObservationConvention<C>;

  constructor(first: ObservationConvention<C>, second: ObservationConvention<C>) {
    this.#first = first;
    this.#second = second;
  }

  get name(): string {
    return this.#first.name;
  }

  supportsContext(context: ObservationContext): context is C {
    return this.#first.supportsContext(context) && this.#second.supportsContext(context);
  }

  contextualName(context: C): string {
    return this.#first.contextualName(context);
  }

  lowCardinalityKeyValues(context: C): Readonly<Record<string, string>> {
    return { ...this.#second.lowCardinalityKeyValues(context), ...this.#first.lowCardinalityKeyValues(context) };
  }

  highCardinalityKeyValues(context: C): Readonly<Record<string, string>> {
    return { ...this.#second.highCardinalityKeyValues(context), ...this.#first.highCardinalityKeyValues(context) };
  }
}
